import { describe, expect, test } from "vitest";
import type { Place, Table } from "@plygame/client";
import { crop, groundOf, planOf } from "./boardplan";
import { turnFor } from "./boardturn";
import { isBoard } from "./zones";

type At = [name: string, x: number, y: number];

const board = (layout: string, sides?: number[]): Place => ({
  name: "board",
  order: "ordered",
  look: { layout, ...(sides && { sides }) },
  spots: [{ name: "board" }],
});

function tableOf(place: Place, cells: At[], edges?: { from: string; to: string }[]): Table {
  const spots = cells.map(([name, x, y]) => ({ name, x, y }));
  const cell: Place = { name: "cell", in: "board", order: "ordered", spots, ...(edges && { edges }) };
  return { seats: 4, places: [place, cell], kinds: [], parts: [], actions: [] };
}

const four: At[] = [
  ["a1", 0, 0],
  ["b1", 1, 0],
  ["a2", 0, 1],
  ["b2", 1, 1],
];
const size = { wide: 500, high: 500 };

test("isBoard recognizes boards by their layout", () => {
  expect(["grid", "hex", "flat", "graph", "map", "row", "fan"].map((l) => isBoard(board(l)))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe("a board", () => {
  const ground = (layout: string, sides: number[]) => {
    const place = board(layout, sides);
    return groundOf(tableOf(place, four), place);
  };

  test("is turned so that each player's side is at the bottom", () => {
    const square = ground("grid", [1, 3, 0, 2]);
    expect([0, 1, 2, 3].map((me) => turnFor(square, size, 0, me))).toEqual([0, 180, 90, 270]);
    expect(turnFor(square, size, 0, undefined)).toBe(0);
    const below = (me: number) => {
      const plan = planOf(square, turnFor(square, size, 0, me));
      const low = Math.max(...plan.cells.map((c) => c.y));
      return plan.cells.filter((c) => c.y > low - 1).map((c) => c.name);
    };
    expect([0, 1, 2, 3].map(below)).toEqual([
      ["a1", "b1"],
      ["a2", "b2"],
      ["a1", "a2"],
      ["b1", "b2"],
    ]);
  });

  test("is not turned for a seat that connects sides", () => {
    expect(turnFor(ground("grid", [0, 1, 0, 1]), size, 0, 0)).toBe(0);
    expect(turnFor(ground("hex", [0, 1, 0, 1]), size, 0, 0) % 180).toBe(turnFor(ground("hex", []), size, 0, 0));
  });

  test("of hexagons is turned for the seat at its top", () => {
    expect(turnFor(ground("hex", [1, -1, 0, -1]), size, 0, 1)).toBeGreaterThanOrEqual(180);
    expect(turnFor(ground("hex", [1, -1, 0, -1]), size, 0, 0)).toBeLessThan(180);
  });
});

test("letters are below and numbers on the left, however the board is turned", () => {
  const place = board("grid");
  const cells: At[] = [];
  for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) cells.push([`${"abc"[x]}${y + 1}`, x, y]);
  for (const angle of [0, 90, 180, 270]) {
    const { letters, box } = planOf(groundOf(tableOf(place, cells), place), angle);
    expect(letters).toHaveLength(6);
    for (const { text, x, y } of letters) {
      const below = "abc".includes(text) === (angle % 180 === 0);
      expect([text, below ? y > box.y + box.height : x < box.x]).toEqual([text, true]);
    }
  }
});

test("hexagonal boards have letters and numbers", () => {
  const place = board("hex");
  const up = Math.sqrt(3) / 2;
  const cells: At[] = [];
  for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) cells.push([`${"abc"[x]}${y + 1}`, x + (y % 2) / 2, y * up]);
  const { letters } = planOf(groundOf(tableOf(place, cells), place), 0);
  expect(letters.map((l) => l.text).sort()).toEqual(["1", "2", "3", "a", "b", "c"]);
});

test("the numbers of a turned hexagonal board are level with the first cells of their rows", () => {
  const place = board("hex");
  const up = Math.sqrt(3) / 2;
  const cells: At[] = [];
  for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) cells.push([`${"abc"[x]}${y + 1}`, x + y / 2, y * up]);
  const plan = planOf(groundOf(tableOf(place, cells), place), 30);
  for (const n of ["1", "2", "3"]) {
    const label = plan.letters.find((l) => l.text === n)!;
    const first = plan.at.get("a" + n)!;
    expect(label.y).toBeCloseTo(first.y);
    expect(label.x).toBeLessThan(first.x);
  }
});

test("sides are shown if a seat owns several of them", () => {
  const bands = (sides: number[]) => {
    const place = board("grid", sides);
    return planOf(groundOf(tableOf(place, four), place), 0).bands.map((b) => b.side);
  };
  expect(bands([0, 1, 0, -1]).sort()).toEqual([0, 2]);
  expect(bands([1, -1, 0, -1])).toEqual([]);
});

test("a graph has lines between its cells, and no coordinates", () => {
  const place = board("graph");
  const ground = groundOf(tableOf(place, four, [{ from: "a1", to: "b2" }]), place);
  const plan = planOf(ground, 0);
  expect(plan.lines).toBe("M0 0L100 -100");
  expect(plan.letters).toEqual([]);
  expect(plan.rows.map((row) => row.map((c) => c.name))).toEqual([
    ["a2", "b2"],
    ["a1", "b1"],
  ]);
});

test("a board that grows shows the cells in use and those next to them", () => {
  const cells: At[] = [];
  for (let y = 0; y < 7; y++) for (let x = 0; x < 7; x++) cells.push([`${"abcdefg"[x]}${y + 1}`, x, y]);
  const place = board("grid");
  const ground = groundOf(tableOf(place, cells), place);
  const names = (used: string[]) => crop(ground, (n) => used.includes(n)).cells.map((c) => c.name);
  expect(names([])).toEqual(["c3", "d3", "e3", "c4", "d4", "e4", "c5", "d5", "e5"]);
  expect(names(["a1"])).toEqual(["a1", "b1", "a2", "b2"]);
  expect(names(["c2", "d2"])).toHaveLength(12);
});

test("the edges and corners of a map have outlines of their own, and the box has half a unit around them", () => {
  const at = (name: string, x: number, y: number) => ({ name, x, y });
  const inside = { in: "board", order: "ordered" as const };
  const table: Table = {
    ...tableOf(board("map"), []),
    places: [
      board("map"),
      { ...inside, name: "field", spots: [at("wood", 0.5, 0.5)] },
      { ...inside, name: "corner", look: { shape: "corner" }, spots: [at("south", 0, 0), at("east", 2, 0)] },
      { ...inside, name: "road", spots: [{ ...at("coast", 1, 0), ends: { from: "south", to: "east" } }] },
    ],
  };
  const plan = planOf(groundOf(table, table.places[0]!), 0);
  expect(plan.box).toMatchObject({ x: -50, width: 300, height: 150 });
  expect(plan.at.get("wood")?.own).toBeUndefined();
  expect(plan.at.get("south")?.own).toBeDefined();
  expect(plan.at.get("coast")?.own).toMatchObject({ x: -78, y: -9 });
  const turned = planOf(groundOf(table, table.places[0]!), 90);
  expect(turned.at.get("coast")?.own?.x).toBeCloseTo(-9);
});

describe("a graph", () => {
  const mill: At[] = [...Array(9).keys()].map((i) => [
    `${"abc"[i % 3]!}${Math.floor(i / 3) + 1}`,
    i % 3,
    Math.floor(i / 3),
  ]);
  const planFor = (cells: At[], layout = "graph") => planOf(groundOf(tableOf(board(layout), cells), board(layout)), 0);

  test("has its coordinates along the lower and the left edge", () => {
    const { letters } = planFor(mill);
    expect(letters.map((l) => l.text).sort()).toEqual(["1", "2", "3", "a", "b", "c"]);
    expect(new Set(letters.filter((l) => /[a-c]/.test(l.text)).map((l) => l.y)).size).toBe(1);
    expect(letters.filter((l) => /[a-c]/.test(l.text)).every((l) => l.y > 0)).toBe(true);
    expect(letters.filter((l) => /\d/.test(l.text)).every((l) => l.x < 0)).toBe(true);
  });

  test("has none if its points are named otherwise, or a letter is not above its column", () => {
    expect(planFor(mill.map(([name, x, y]) => [`p-${name}`, x, y])).letters).toEqual([]);
    expect(planFor(mill.map(([name, x, y]) => [name, name === "b2" ? 0.5 : x, y])).letters).toEqual([]);
  });

  test("draws its points small, unlike a map", () => {
    expect(planFor(mill).points).toContain("a11 11");
    expect(planFor(mill, "map").points).toBe("");
  });
});
