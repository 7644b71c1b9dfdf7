// @vitest-environment node

import { expect, test } from "vitest";
import {
  backOf,
  isFile,
  pictureOf,
  placePictureOf,
  Position,
  printedOn,
  Seen,
  type Table,
  type View,
} from "@plygame/client";
import { inkOn, isColour, schemeOf, tableStyle } from "./theme";

const table: Table = {
  seats: 2,
  art: "/art/duel/3f9a/",
  theme: { back: "back.svg", felt: "#2d6a4f #14352a", accent: "gold" },
  roles: [{ name: "Red Knight", color: "#c2185b" }, { color: "white" }],
  places: [
    { name: "hand", each: true, order: "ordered", look: { back: "hand.svg" }, spots: [{ name: "hand/0", owner: 0 }] },
    { name: "deck", order: "stacked", spots: [{ name: "deck" }] },
    { name: "field", order: "ordered", look: { picture: "{land}.svg" }, spots: [{ name: "a1" }, { name: "b1" }] },
  ],
  kinds: [
    {
      name: "cat",
      label: "Cat",
      description: "It scratches.",
      traits: { cost: "3", family: "beast" },
      look: {
        picture: "{family}/{kind}-{owner}-{suit}-{tapped}.svg",
        face: {
          corner: "cost",
          turned: "tapped",
          badges: [
            { of: "attack", at: "left", picture: "sword.svg" },
            { of: "wounds", at: "right" },
          ],
        },
      },
    },
    { name: "dog", look: { picture: "{weight}.svg" } },
  ],
  parts: [
    { name: "suit", hidden: true, words: ["Clubs", "hearts"] },
    { name: "tapped", sort: "yes-no" },
    { name: "attack", label: "Attack", sort: "number" },
    { name: "wounds", sort: "number" },
    { name: "land", words: ["sea", "Old wood"] },
    { name: "weight", sort: "number" },
  ],
  actions: [],
};

const position = new Position(
  table,
  Seen.of({
    turn: 0,
    elements: [
      { id: "#1", kind: "cat", in: "hand/0", owner: 0 },
      { id: "#2", kind: "cat", in: "hand/0", owner: 1 },
      { id: "#3", kind: "cat", in: "hand/0" },
      { id: "#4", kind: "dog", in: "hand/0" },
      { id: "?", kind: "?", in: "hand/0" },
      { id: "?", kind: "?", in: "deck" },
    ],
    parts: { suit: { "#1": 1 }, tapped: { "#1": true }, attack: { "#1": 4 }, land: { b1: 1 }, weight: { "#4": 9 } },
  } as unknown as View),
  {},
);
const things = position.things("hand/0");

test("the words in the name of a picture stand for values of the thing", () => {
  expect(things.slice(0, 3).map((t) => pictureOf(position, t))).toEqual([
    "/art/duel/3f9a/beast/cat-red-knight-hearts-true.svg",
    "/art/duel/3f9a/beast/cat-2-clubs-false.svg",
    "/art/duel/3f9a/beast/cat-nobody-clubs-false.svg",
  ]);
});

test("a number without words cannot be part of a name", () => {
  expect(pictureOf(position, things[3]!)).toBe("");
});

test("a thing without a face has the back of its place, or else of the table", () => {
  expect(pictureOf(position, things[4]!)).toBe("/art/duel/3f9a/hand.svg");
  expect(backOf(position, "deck")).toBe("/art/duel/3f9a/back.svg");
});

test("a place can have a picture by its own values", () => {
  expect(["a1", "b1"].map((s) => placePictureOf(position, s))).toEqual([
    "/art/duel/3f9a/sea.svg",
    "/art/duel/3f9a/old-wood.svg",
  ]);
});

test("a face has values of the thing and its kind, and no badges for zero", () => {
  expect(printedOn(position, things[0]!)).toEqual({
    title: "Cat",
    titles: ["Cat"],
    corner: "3",
    text: "It scratches.",
    turned: true,
    badges: [{ value: "4", label: "Attack", at: "left", picture: "/art/duel/3f9a/sword.svg" }],
  });
  expect(printedOn(position, things[1]!)).toMatchObject({ turned: false, badges: [] });
  expect(printedOn(position, things[3]!)).toBeUndefined();
});

test("a face may have no title", () => {
  const kinds = table.kinds.map((k) =>
    k.look?.face ? { ...k, look: { face: { ...k.look.face, noTitle: true } } } : k,
  );
  const untitled = new Position({ ...table, kinds }, position.seen, {});
  expect(printedOn(untitled, untitled.things("hand/0")[0]!)).toMatchObject({ title: "", corner: "3" });
});

test("only names with the extension of a picture are files", () => {
  expect(["a.svg", "a.PNG", "b/c.webp", "♛", "K", "x.js", "", undefined].map(isFile)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("a theme becomes custom properties, and nothing else gets into the style", () => {
  const style = tableStyle(table);
  expect(style).toContain("--theme-felt: light-dark(#2d6a4f, #14352a); --felt: var(--theme-felt);");
  expect(style).toContain("--glow: gold;");
  expect(style).toContain("--stone-0: #c2185b;");
  expect(style).toContain("--seat-1: var(--ink-white);");
  const hostile = "red; background: url(//evil.example)";
  expect(tableStyle({ ...table, theme: { felt: hostile }, roles: [{ color: hostile }] })).toBe("");
  expect(["red", "#fff", "rgb(1 2 3)", "oklch(0.5 0.1 20)"].every(isColour)).toBe(true);
  expect(["red;", "url(x)", "var(--x)", "#ff", "red blue"].some(isColour)).toBe(false);
});

test("a table whose felt is dark on all pages is dark", () => {
  expect(schemeOf({ felt: "#262a5e #191c42" })).toBe("dark");
  expect(schemeOf({ felt: "#fdf9ec" })).toBe("light");
  expect(schemeOf({ felt: "#ece5d8 #262220" })).toBeUndefined();
  expect(schemeOf({ felt: "green" })).toBeUndefined();
  expect(schemeOf(undefined)).toBeUndefined();
});

test("names on the felt are as light or dark as they must be, and grey where no hue has enough contrast", () => {
  expect(inkOn(["#ffffff"]).chroma).toBeGreaterThan(0.1);
  expect(inkOn(["#22593f"]).low).toBeGreaterThan(0.8);
  expect(inkOn(["#22593f", "#000000"])).toEqual(inkOn(["#22593f"]));
  expect(inkOn(["#6b6b6b", "#1f3329"])).toEqual({ low: 1, high: 1, chroma: 0 });
  expect(inkOn(["#5d7f6b"])).toEqual({ low: 0, high: 0.12, chroma: 0 });
  expect(inkOn(["green"])).toEqual({ low: 0, high: 1, chroma: 0.4 });
  expect(tableStyle({ ...table, theme: { felt: "#ece5d8 #262220" } })).toMatch(/--light-low: 0; --light-high: 0\.\d+;/);
});

test("a felt is dark if white text has more contrast on it than black", () => {
  expect(schemeOf({ felt: "#757575" })).toBe("dark");
  expect(schemeOf({ felt: "#777" })).toBe("light");
});

test("the accent of a theme is also that of buttons, with enough contrast", () => {
  const style = tableStyle({ ...table, theme: { accent: "gold #ffd166" } });
  expect(style).toContain(
    "--accent: light-dark(oklch(from gold min(l, 0.48) c h), oklch(from #ffd166 max(l, 0.8) c h));",
  );
  expect(tableStyle({ ...table, theme: { accent: "red}" } })).not.toContain("--accent");
});
