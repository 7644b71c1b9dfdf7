// @vitest-environment node

import { expect, test } from "vitest";
import { Position, Seen, type Table, type View } from "@plygame/client";
import { contentsOf, type Content } from "./boardcontents";
import { marksOf, unmarked } from "./boardmarks";
import { groundOf, planOf } from "./boardplan";
import { type Choices, idle } from "./choices";

const table: Table = {
  seats: 2,
  art: "/art/",
  places: [
    { name: "board", order: "ordered", look: { layout: "grid" }, spots: [{ name: "board" }] },
    {
      name: "cell",
      in: "board",
      order: "ordered",
      look: { picture: "{land}.svg", over: "{fog}.svg" },
      spots: [
        { name: "a1", x: 0, y: 0 },
        { name: "b1", x: 1, y: 0 },
        { name: "c1", x: 2, y: 0 },
      ],
    },
  ],
  kinds: [
    {
      name: "drifter",
      label: "Drifter",
      traits: { "max-health": "3" },
      look: { shape: "disc", face: { badges: [{ of: "health", at: "bottom", max: "max-health" }] } },
    },
    { name: "hulk", label: "Hulk", look: { shape: "disc" } },
  ],
  parts: [
    { name: "health", label: "Health", sort: "number" },
    { name: "land", words: ["grass", "wood"] },
    { name: "fog", hidden: true, derived: true, words: ["", "mist", "bow-azure"] },
    { name: "recalled", label: "Last seen here", derived: true },
  ],
  actions: [],
};

const thing = (id: number, kind: string, at: string) => ({ id: `#${id}`, kind, in: at });
const seen = Seen.of({
  turn: 0,
  elements: [
    ...[1, 2, 3, 4].map((id) => thing(id, "drifter", "a1")),
    thing(5, "hulk", "a1"),
    thing(6, "drifter", "b1"),
    thing(7, "hulk", "b1"),
  ],
  parts: { health: { "#1": 3, "#2": 3, "#3": 1, "#4": 3, "#6": 2 } },
} as unknown as View).derive({ fog: { c1: 2 }, recalled: { c1: "Bow of Azure, 3 moves ago" } });
const plan = planOf(groundOf(table, table.places[0]!), 0);
const viewer = { me: 0, names: ["Ada", "Bob"], picture: false };
const contents = contentsOf(plan, new Position(table, seen, {}), viewer, new Map<string, Content>());

test("many things on a cell are drawn as groups that look alike, each with its number", () => {
  const { pieces } = contents.get("a1")!;
  expect(pieces.map((p) => [p.thing.kind, p.count])).toEqual([
    ["drifter", 3],
    ["drifter", 0],
    ["hulk", 0],
  ]);
  expect(new Set(pieces.map((p) => `${p.x} ${p.y}`)).size).toBe(3);
  expect(pieces.every((p) => p.tiny)).toBe(true);
});

test("a few things are drawn one by one, apart if they are not alike", () => {
  const [a, b] = contents.get("b1")!.pieces;
  expect(b!.x - a!.x).toBe(34);
  expect(contents.get("b1")!.pieces.map((p) => [p.thing.name, p.count, p.tiny])).toEqual([
    ["#6", 0, false],
    ["#7", 0, false],
  ]);
});

test("a badge with a maximum is a bar", () => {
  expect(contents.get("b1")!.pieces[0]!.badges).toEqual([
    { value: "2", label: "Health", at: "bottom", picture: "", max: 3 },
  ]);
});

test("what a player remembers of a cell is drawn over it and told", () => {
  const { over, about, picture } = contents.get("c1")!;
  expect([picture, over]).toEqual(["/art/grass.svg", "/art/bow-azure.svg"]);
  expect(about).toBe("Last seen here Bow of Azure, 3 moves ago");
  expect(contents.get("b1")!.over).toBe("");
});

test("what to know before choosing a cell is in its description and its tip", () => {
  const choices: Choices = {
    ...idle,
    any: true,
    state: (name) => (name === "b1" ? "open" : undefined),
    note: (name) => (name === "b1" ? "hits in 4 of 6" : ""),
  };
  const marks = marksOf(plan, contents, choices, { recent: new Set(), won: new Set() }, unmarked);
  expect(marks.at.get("b1")).toMatchObject({ state: "open", note: "hits in 4 of 6" });
  expect(marks.at.get("b1")!.description).toContain("hits in 4 of 6");
  expect(marks.at.get("a1")!.note).toBe("");
});
