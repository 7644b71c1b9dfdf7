// @vitest-environment node

import { expect, test } from "vitest";
import type { Part, Table, View } from "./wire.js";
import { Position } from "./position.js";
import { Seen } from "./seen.js";

const seats = ["Ada", "Bob"];

/** at returns a position with a card and a stone, with these Parts and values. */
function at(parts: Part[], values: View["parts"] = {}, derived = {}): Position {
  const table: Table = {
    seats: 2,
    places: [{ name: "row", order: "ordered", spots: [{ name: "row" }] }],
    kinds: [{ name: "card", label: "Card" }, { name: "stone" }],
    parts,
    actions: [],
  };
  const elements = [
    { id: "#1", kind: "card", in: "row" },
    { id: "#2", kind: "stone", in: "row" },
  ];
  return new Position(table, Seen.of({ turn: 0, elements, parts: values } as unknown as View).derive(derived), {
    "#1": "A♠",
  });
}

const said = (position: Position, of: string) => position.facts(of, seats).map((f) => `${f.label} ${f.value}`);
const saidOf = (position: Position, seat: number) => position.factsOf(seat, seats).map((f) => `${f.label} ${f.value}`);

test("a score of zero is shown for seats, but not for things without a score", () => {
  const position = at([{ name: "score", label: "Score", sort: "number", zero: "0", on: ["seats"] }]);
  expect(saidOf(position, 0)).toEqual(["Score 0"]);
  expect(said(position, "table")).toEqual([]);
  expect(said(position, "#1")).toEqual([]);
});

test("a zero is shown for the table and for things of the kinds that have the value", () => {
  const position = at([
    { name: "round", label: "Round", sort: "number", zero: "0", on: ["table"] },
    { name: "power", label: "Power", sort: "number", zero: "0", on: ["kind/card"] },
    { name: "inner", sort: "number", zero: "0", on: ["table"] },
    { name: "hidden", hidden: true },
  ]);
  expect(said(position, "table")).toEqual(["Round 0"]);
  expect(said(position, "#1")).toEqual(["Power 0"]);
  expect(said(position, "#2")).toEqual([]);
  expect(saidOf(position, 1)).toEqual([]);
});

test("a flag that no seat has set is hidden; if one has, all show theirs", () => {
  const part: Part = { name: "flag", label: "Passed", sort: "yes-no" };
  expect(saidOf(at([part]), 0)).toEqual([]);
  const position = at([part], { flag: { "seat/1": true } });
  expect([saidOf(position, 0), saidOf(position, 1)]).toEqual([["Passed no"], ["Passed yes"]]);
});

test("values are shown in the words of the game", () => {
  const position = at(
    [
      { name: "season", label: "Season", sort: "number", zero: "spring", on: ["table", "seats"] },
      { name: "dealer", label: "Dealer", sort: "seat", on: ["table"] },
      { name: "target", label: "Target", sort: "element" },
      { name: "trump", label: "Trump", sort: "kind" },
      { name: "goods", label: "Goods", sort: "list" },
      { name: "record", label: "Record", sort: "record" },
    ],
    {
      season: { table: 2 },
      target: { table: "#1" },
      trump: { table: "stone" },
      goods: { table: [1, 0, 2] },
      record: { table: { a: 1 } },
    },
    { season: { table: "autumn" } },
  );
  expect(said(position, "table")).toEqual(["Season autumn", "Dealer Ada", "Target A♠", "Trump stone", "Goods 1 0 2"]);
  expect(saidOf(position, 0)).toEqual(["Season spring"]);
});

test("the things in a hand are sorted by kind, values and name", () => {
  const table: Table = {
    seats: 2,
    places: [{ name: "hand", order: "unordered", spots: [{ name: "hand" }] }],
    kinds: [{ name: "stone" }, { name: "card" }],
    parts: [{ name: "rank", sort: "number" }],
    actions: [],
  };
  const elements = ["#1", "#2", "#3", "#4"].map((id) => ({ id, kind: id === "#4" ? "stone" : "card", in: "hand" }));
  const parts = { rank: { "#1": 10, "#2": 2, "#3": 2 } };
  const seen = Seen.of({ turn: 0, elements, parts } as unknown as View);
  const position = new Position(table, seen, { "#1": "10", "#2": "2 of 10", "#3": "2 of 9" });
  expect(position.things("hand").map((t) => t.name)).toEqual(["#4", "#3", "#2", "#1"]);
});

test("a hand can be sorted by its Parts, or stay as it was dealt", () => {
  const table: Table = {
    seats: 2,
    places: [{ name: "hand", order: "unordered", spots: [{ name: "hand" }] }],
    kinds: [{ name: "card" }],
    parts: [{ name: "rank" }, { name: "suit" }, { name: "worn" }],
    actions: [],
  };
  const cards = { "#1": [9, 1], "#2": [5, 2], "#3": [7, 1] } as const;
  const elements = Object.keys(cards).map((id) => ({ id, kind: "card", in: "hand" }));
  const values = (at: 0 | 1) => Object.fromEntries(Object.entries(cards).map(([id, c]) => [id, c[at]]));
  const view = { turn: 0, elements, parts: { rank: values(0), suit: values(1) } };
  const position = new Position(table, Seen.of(view as unknown as View), {});
  expect(position.orders("hand")).toEqual(["", "suit", "dealt"]);
  const sorted = (by?: string) => position.things("hand", by).map((t) => t.name);
  expect(sorted()).toEqual(["#2", "#3", "#1"]);
  expect(sorted("suit")).toEqual(["#3", "#1", "#2"]);
  expect(sorted("dealt")).toEqual(["#1", "#2", "#3"]);
  expect(sorted("colour")).toEqual(sorted());
});

test("cards that the viewer knows without seeing them are marked", () => {
  const table: Table = {
    seats: 2,
    places: [
      { name: "hand", order: "unordered", spots: [{ name: "hand/1" }] },
      { name: "row", order: "ordered", spots: [{ name: "row" }] },
    ],
    kinds: [{ name: "card", label: "Card" }],
    parts: [],
    actions: [],
  };
  const elements = ["hand/1:1", "hand/1:2", "row:1", "row:2"].map((id) => ({ id, kind: "?", in: id.split(":")[0]! }));
  const view = { turn: 0, elements, known: { "hand/1": ["7♥"], "row:2": ["Q♠"] } } as unknown as View;
  const known = (seen: Seen) =>
    ["hand/1", "row"].map((of) => new Position(table, seen, {}).things(of).map((t) => t.known ?? ""));
  const seen = Seen.of(view);
  expect(known(seen)).toEqual([
    ["7♥", ""],
    ["", "Q♠"],
  ]);
  const after = seen.with([
    { of: "hand/1", field: "@known", was: '["7♥"]', is: '["7♥","9♦"]' },
    { of: "row:2", field: "@known", was: '["Q♠"]' },
  ]);
  expect(known(after)).toEqual([
    ["7♥", "9♦"],
    ["", ""],
  ]);
});
