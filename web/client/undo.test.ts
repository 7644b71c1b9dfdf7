// @vitest-environment node

import { expect, test } from "vitest";
import { undoable } from "./undo.js";
import type { Action, Event } from "./wire.js";

const actions: Action[] = [{ name: "keep" }, { name: "roll", noUndo: true }];

/** eventsOf makes entries of "seat action", "undo n" or "seat join". */
const eventsOf = (...all: string[]) =>
  all.map((text, i): Event => {
    const [who = "", what = ""] = text.split(" ");
    const at = { n: i + 1, at: "" };
    if (who === "undo") return { ...at, kind: "undo", seat: 0, back: Number(what) };
    return { ...at, seat: Number(who), ...(what === "join" ? { kind: "seat" } : { kind: "move", move: `${what} a1` }) };
  });

test.each([
  ["no move", eventsOf("0 join"), false],
  ["only moves of others", eventsOf("1 keep"), false],
  ["the last move", eventsOf("0 keep"), true],
  ["a move before that of another player", eventsOf("0 keep", "1 keep"), true],
  ["a final move", eventsOf("0 keep", "0 roll"), false],
  ["a final move of another player since", eventsOf("0 keep", "1 roll"), false],
  ["a move after a final one", eventsOf("0 roll", "0 keep"), true],
  ["a move that is undone already", eventsOf("0 keep", "undo 0"), false],
  ["a move before one that is undone", eventsOf("0 keep", "0 roll", "undo 1"), true],
])("can a player undo: %s", (_, events, want) => {
  expect(undoable(events, actions, 0)).toBe(want);
});

test("spectators have nothing to undo", () => {
  expect(undoable(eventsOf("0 keep"), actions, undefined)).toBe(false);
});
