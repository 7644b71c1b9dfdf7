// @vitest-environment node

import { describe, expect, test } from "vitest";
import { nameOf, roleOf, seatName, type Seating } from "./names.js";
import type { Sitter } from "./wire.js";

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
    ["is called by name", 0, seating([{ name: "Ann" }, { name: "Bob" }]), false, "Ann"],
    [
      "is called by name even if there are roles",
      0,
      seating([{ name: "Ann" }, { name: "Bob" }], "Red", "Blue"),
      false,
      "Ann",
    ],
    ["of an empty seat is called by the role", 1, seating([{ name: "Ann" }, {}], "Red", "Blue"), false, "Blue"],
    ["of an empty seat is called by the number", 1, seating([{ name: "Ann" }, {}]), false, "Player 2"],
    [
      "with a shared name gets the role as a suffix",
      0,
      seating([{ name: "Ada" }, { name: "ada" }], "Red", "Blue"),
      false,
      "Ada (Red)",
    ],
    [
      "with a shared name gets the number as a suffix",
      1,
      seating([{ name: "Ada" }, { name: "ada" }]),
      false,
      "ada (2)",
    ],
    [
      "with a shared name gets no suffix beside the role",
      0,
      seating([{ name: "Ada" }, { name: "Ada" }], "Red", "Blue"),
      true,
      "Ada",
    ],
    [
      "with a shared name gets the number if there is no role beside it",
      0,
      seating([{ name: "Ada" }, { name: "Ada" }]),
      true,
      "Ada (1)",
    ],
    [
      "named like another role gets their own role as a suffix",
      0,
      seating([{ name: "Blue" }, {}], "Red", "Blue"),
      false,
      "Blue (Red)",
    ],
    [
      "named like their own role gets no suffix",
      1,
      seating([{ name: "Ann" }, { name: "Blue" }], "Red", "Blue"),
      false,
      "Blue",
    ],
    [
      "that is a bot gets its role as a suffix",
      1,
      seating([{ name: "Ann" }, { bot: "random" }], "Red", "Blue"),
      false,
      "Bot (Blue)",
    ],
    ["that is the only bot gets no number", 1, seating([{ name: "Ann" }, { bot: "random" }]), false, "Bot"],
    ["that is one of two bots gets its number", 1, seating([{ bot: "random" }, { bot: "random" }]), false, "Bot (2)"],
  ])("%s", (_, seat, at, beside, want) => {
    expect(nameOf(seat, at, beside)).toBe(want);
  });
});
