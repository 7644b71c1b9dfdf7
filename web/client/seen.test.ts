// @vitest-environment node

import { describe, expect, test } from "vitest";
import type { Change, View } from "./wire.js";
import { faceless, Seen } from "./seen.js";

const view = {
  ply: 1,
  view: 0,
  game: "nim",
  version: "1",
  digest: "",
  seats: 3,
  turn: 1,
  moves: 4,
  hash: "",
  check: "",
  out: 4,
  away: 1,
  by: "#1 row",
  elements: [
    { id: "#1", kind: "card", in: "row", owner: 2 },
    { id: "", kind: faceless, in: "row" },
    { id: "#3", kind: "card", in: "row" },
    { id: "#4", kind: "box", in: "#1" },
  ],
  parts: { value: { "#1": 7, row: "long" }, tired: { "@0": true } },
} as unknown as View;

const with_ = (...changes: Change[]) => Seen.of(view).with(changes);

describe("a view", () => {
  const seen = Seen.of(view);

  test("lists the contents of holders in order", () => {
    expect(seen.list("row")).toEqual(["#1", faceless, "#3"]);
    expect(seen.list("nowhere")).toEqual([]);
    expect(seen.holder("#4")).toBe("#1");
    expect(seen.holder("#9")).toBeUndefined();
  });

  test("gives each faceless thing a name of its own", () => {
    expect(seen.names("row")).toEqual(["#1", "row:1", "#3"]);
  });

  test("has kinds, owners and values", () => {
    expect(seen.kind("#4")).toBe("box");
    expect(seen.kind("#9")).toBe(faceless);
    expect(seen.owner("#1")).toBe(2);
    expect(seen.owner("#3")).toBeUndefined();
    expect(seen.field("#1", "value")).toBe(7);
    expect(seen.field("row", "value")).toBe("long");
  });

  test("says whose turn it is, who is out, who sits out and what won", () => {
    expect(seen.turn()).toBe(1);
    expect([0, 1, 2].map((s) => seen.out(s))).toEqual([false, false, true]);
    expect([0, 1, 2].map((s) => seen.sitsOut(s))).toEqual([true, false, false]);
    expect(seen.won()).toEqual(new Set(["#1", "row"]));
    expect(Seen.nothing.won()).toEqual(new Set());
    expect(Seen.nothing.turn()).toBe(-1);
  });
});

describe("changes", () => {
  test.each<[string, Change, string[]]>([
    ["append a thing", { of: "row", field: "@holds", was: "3", is: "3 #5" }, ["#1", faceless, "#3", "#5"]],
    [
      "insert several things in the middle",
      { of: "row", field: "@holds", was: "1", is: "1 #5 #6" },
      ["#1", "#5", "#6", faceless, "#3"],
    ],
    ["turn a thing face up", { of: "row", field: "@holds", was: "1 ?", is: "1 #2" }, ["#1", "#2", "#3"]],
    ["remove a thing", { of: "row", field: "@holds", was: "0 #1", is: "0" }, [faceless, "#3"]],
    [
      "insert several faceless things",
      { of: "row", field: "@holds", was: "0 #1", is: "0 ?3" },
      [faceless, faceless, faceless, faceless, "#3"],
    ],
    ["fill an empty holder", { of: "new", field: "@holds", is: "0 #1" }, ["#1", faceless, "#3"]],
  ])("%s", (_, change, want) => {
    expect(with_(change).list("row")).toEqual(want);
  });

  test("of Parts are JSON, of other fields text", () => {
    const seen = with_(
      { of: "#1", field: "value", was: "7", is: "[8]" },
      { field: "@turn", was: "1", is: "2" },
      { of: "#3", field: "@kind", was: "card", is: "12" },
    );
    expect(seen.field("#1", "value")).toEqual([8]);
    expect(seen.turn()).toBe(2);
    expect(seen.kind("#3")).toBe("12");
  });

  test("without a new value remove the old one", () => {
    const seen = with_({ of: "#1", field: "value", was: "7" }, { of: "#1", field: "@owner", was: "2", is: "" });
    expect(seen.field("#1", "value")).toBeUndefined();
    expect(seen.owner("#1")).toBeUndefined();
  });

  test("leave the earlier moment unchanged", () => {
    const before = Seen.of(view);
    before
      .with([
        { of: "row", field: "@holds", was: "0 #1", is: "0" },
        { of: "#1", field: "value", is: "9" },
      ])
      .derive({ size: { row: 2 } });
    expect(before.list("row")).toHaveLength(3);
    expect(before.field("#1", "value")).toBe(7);
    expect(before.field("row", "size")).toBeUndefined();
  });
});

test("derived values are set, and removed by null", () => {
  const seen = Seen.of(view).derive({ size: { row: 3, "": 1 } });
  expect(seen.field("row", "size")).toBe(3);
  expect(seen.derive({ size: { row: null } }).field("row", "size")).toBeUndefined();
  expect(seen.derive(undefined)).toBe(seen);
});

test("the derived text of a value comes before the value, which stays", () => {
  const seen = Seen.of(view).derive({ value: { "#1": "seven" } });
  expect(seen.text("#1", "value")).toBe("seven");
  expect(seen.field("#1", "value")).toBe(7);
  expect(seen.text("row", "value")).toBe("long");
});
