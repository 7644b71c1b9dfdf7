// Tests what log and result say, with a match that is only what they read.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import Card from "../table/Card.svelte";
import Log from "./Log.svelte";
import type { Match } from "./match.svelte";
import type { Fact } from "@plygame/client";
import Result from "./Result.svelte";
import { text, texts } from "./scene.fake";

let shown: object | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const seating = { players: [{ name: "Ann" }, { name: "Bob" }], roles: [] };
const move = (n: number, ...said: string[]) => ({
  n,
  kind: "move",
  seat: 0,
  at: "",
  line: { text: "{0} banks", args: [{ seat: 0 }] },
  said: said.map((text) => ({ text })),
});

test("of many sentences about a move, each has a line in the log", () => {
  const events = [move(1), move(2, "the deck is empty"), move(3, "Ann broke her oath", "Bob kept his", "It is over")];
  const match = { events, seating, over: false } as unknown as Match;
  shown = mount(Log, { target: document.body, props: { match } });
  flushSync();
  expect(texts(".log li:nth-child(1) > span")).toEqual(["Ann banks"]);
  expect(texts(".log li:nth-child(2) > span")).toEqual(["Ann banks. The deck is empty"]);
  expect(texts(".log li:nth-child(3) > span")).toEqual([
    "Ann banks",
    "Ann broke her oath",
    "Bob kept his",
    "It is over",
  ]);
});

test.each([
  ["Points", "2700 in all", "Points 2200"],
  ["Cards", "2700 points", "Cards 2200"],
])("a score is not confused with a value called %s", (label, score, value) => {
  const match = {
    outcome: { ranks: [1, 2], scores: [2700, 900], winners: [0], line: { text: "" } },
    players: seating.players,
    seating,
    events: [move(1, "Ann gets 5 for the cats", "Bob gets 2")],
    name: (seat: number) => seating.players[seat]!.name,
    result: () => "Ann wins",
    position: { factsOf: (seat: number) => [{ label, value: seat ? "900" : "2200" }] },
  } as unknown as Match;
  shown = mount(Result, { target: document.body, props: { match, title: "Oaths" } });
  flushSync();
  expect(text("[data-result] li:first-child .facts")).toContain(score);
  expect(text("[data-result] li:first-child .facts")).toContain(value);
  expect(texts("[data-result] details p")).toEqual(["Ann gets 5 for the cats", "Bob gets 2"]);
});

describe("the list of the result", () => {
  /** listed shows the result of a match of three players and returns its lines. */
  function listed(ranks: number[], winners: number[], score?: number, facts: (seat: number) => Fact[] = () => []) {
    const match = {
      outcome: { ranks, scores: [score ?? 5, score ?? 5, score ?? 2], winners, line: { text: "" } },
      players: [0, 1, 2].map((seat) => ({ name: `P${seat}` })),
      seating: { ...seating, players: ["Ann", "Bob", "Cleo"].map((name) => ({ name })) },
      events: [],
      name: (seat: number) => `P${seat}`,
      result: () => "It is over",
      position: { factsOf: facts },
    } as unknown as Match;
    shown = mount(Result, { target: document.body, props: { match, title: "Oaths" } });
    flushSync();
    return texts("[data-result] li");
  }
  const won = () => texts("[data-result] li.won");

  test("marks everyone who has won", () => {
    expect(listed([1, 1, 3], [0, 1])).toEqual(["1.Ann5 points", "1.Bob5 points", "3.Cleo2 points"]);
    expect(won()).toHaveLength(2);
  });

  test("has the values in which the players differ", () => {
    const facts = (seat: number) => [
      { label: "This deal", value: "0" },
      { label: "Books", value: seat ? "4" : "7" },
    ];
    expect(listed([1, 2, 3], [0], undefined, facts)[0]).toBe("1.Ann5 pointsBooks 7");
  });

  test("is left out if all have lost, with one score", () => {
    expect(listed([1, 1, 1], [], 27)).toEqual([]);
    expect(text("[data-result]")).toContain("27 points");
  });

  test("has no ranks if all have the same, and marks nobody if nobody wins", () => {
    expect(listed([1, 1, 1], [])[0]).toBe("Ann5 points");
    expect(won()).toEqual([]);
  });
});

test("a character stands for a picture on a printed face", () => {
  const thing = { name: "#1", kind: "miser", in: "hand/0", text: "Miser" };
  const kind = { name: "miser", look: { picture: "¢", face: {} } };
  const printed = { title: "Miser", titles: [], corner: "", text: "Bank.", turned: false, badges: [] };
  shown = mount(Card, { target: document.body, props: { thing, kind, printed } });
  flushSync();
  expect(text(".sign")).toBe("¢");
  expect(text(".title")).toBe("Miser");
});

test("a picture with a corner and no title is also below the corner, for cards that others cover", () => {
  const thing = { name: "#1", kind: "card", in: "hand/0", text: "7 of clubs" };
  const kind = { name: "card", look: { picture: "{suit}.svg", face: {} } };
  const show = (title: string) => {
    const printed = { title, titles: [], corner: "7", text: "", turned: false, badges: [] };
    shown = mount(Card, { target: document.body, props: { thing, kind, printed, picture: "clubs.svg" } });
    flushSync();
    return [...document.querySelectorAll(".pip img")].map((e) => e.getAttribute("src"));
  };
  expect(show("")).toEqual(["clubs.svg"]);
  void unmount(shown!);
  document.body.replaceChildren();
  expect(show("Seven")).toEqual([]);
});
