// @vitest-environment node

import { describe, expect, test } from "vitest";
import { nameOf, roleOf, seatName, type Seating } from "./names";
import type { Sitter } from "./wire";

const seating = (players: Sitter[], ...roles: string[]): Seating => ({
  players,
  roles: roles.map((name) => ({ name })),
});

test("a seat is called by its role, or by its number from 1", () => {
  expect(seatName(0, seating([], "White", "Black"))).toBe("White");
  expect(seatName(1, seating([]))).toBe("Player 2");
  expect(roleOf(1, seating([]))).toBe("");
});

describe("a player", () => {
  test.each<[string, number, Seating, boolean, string]>([
    ["goes by their name", 0, seating([{ name: "Ann" }, { name: "Bob" }]), false, "Ann"],
    [
      "goes by their name where there are roles",
      0,
      seating([{ name: "Ann" }, { name: "Bob" }], "Red", "Blue"),
      false,
      "Ann",
    ],
    ["who is not there goes by the role", 1, seating([{ name: "Ann" }, {}], "Red", "Blue"), false, "Blue"],
    ["who is not there goes by the number", 1, seating([{ name: "Ann" }, {}]), false, "Player 2"],
    [
      "of the same name has the role behind it",
      0,
      seating([{ name: "Ada" }, { name: "ada" }], "Red", "Blue"),
      false,
      "Ada (Red)",
    ],
    ["of the same name has the number behind it", 1, seating([{ name: "Ada" }, { name: "ada" }]), false, "ada (2)"],
    [
      "of the same name needs no role beside it",
      0,
      seating([{ name: "Ada" }, { name: "Ada" }], "Red", "Blue"),
      true,
      "Ada",
    ],
    ["of the same name has the number even beside it", 0, seating([{ name: "Ada" }, { name: "Ada" }]), true, "Ada (1)"],
    [
      "who is called like another role has their own behind it",
      0,
      seating([{ name: "Blue" }, {}], "Red", "Blue"),
      false,
      "Blue (Red)",
    ],
    [
      "who is called like their own role has not",
      1,
      seating([{ name: "Ann" }, { name: "Blue" }], "Red", "Blue"),
      false,
      "Blue",
    ],
    [
      "that is a bot has its role",
      1,
      seating([{ name: "Ann" }, { bot: "random" }], "Red", "Blue"),
      false,
      "Bot (Blue)",
    ],
    ["that is the only bot needs no number", 1, seating([{ name: "Ann" }, { bot: "random" }]), false, "Bot"],
    ["that is one of two bots has its number", 1, seating([{ bot: "random" }, { bot: "random" }]), false, "Bot (2)"],
  ])("%s", (_, seat, at, beside, want) => {
    expect(nameOf(seat, at, beside)).toBe(want);
  });
});
