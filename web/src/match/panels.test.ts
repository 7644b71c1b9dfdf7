// Tests what log and result say, with a match that is only what they read.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Card from "../table/Card.svelte";
import Log from "./Log.svelte";
import type { Match } from "./match.svelte";
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
    events: [],
    name: (seat: number) => seating.players[seat]!.name,
    result: () => "Ann wins",
    position: { factsOf: (seat: number) => [{ label, value: seat ? "900" : "2200" }] },
  } as unknown as Match;
  shown = mount(Result, { target: document.body, props: { match, title: "Oaths" } });
  flushSync();
  expect(text("[data-result] li:first-child .facts")).toContain(score);
  expect(text("[data-result] li:first-child .facts")).toContain(value);
});

test("a character stands for a picture on a printed face", () => {
  const thing = { name: "#1", kind: "miser", in: "hand/0", text: "Miser" };
  const kind = { name: "miser", look: { picture: "¢", face: {} } };
  const printed = { title: "Miser", corner: "", text: "Bank.", turned: false, badges: [] };
  shown = mount(Card, { target: document.body, props: { thing, kind, printed } });
  flushSync();
  expect(text(".sign")).toBe("¢");
  expect(text(".title")).toBe("Miser");
});
