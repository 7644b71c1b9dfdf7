import { expect, test } from "vitest";
import type { Kind, Thing } from "@plygame/client";
import { drawingOf } from "./boardpieces";

const disc = { name: "stone", look: { shape: "disc" } } as Kind;
const stone = (more: Partial<Thing>): Thing => ({
  name: "#1",
  kind: "stone",
  in: "a1",
  owner: 0,
  text: "stone",
  ...more,
});

test("the name of the only kind is not written on the pieces of players", () => {
  expect(drawingOf(stone({}), disc, false, "", true).sign).toBe("");
});

test("what tells pieces apart is written on them", () => {
  expect(drawingOf(stone({}), disc, false, "", false).sign).toBe("stone"); // there are other kinds
  expect(drawingOf(stone({ text: "7" }), disc, false, "", true).sign).toBe("7");
  expect(drawingOf(stone({ owner: undefined }), disc, false, "", true).sign).toBe("stone");
  const signed = { name: "stone", look: { shape: "disc", bySeat: ["A", "B"] } } as Kind;
  expect(drawingOf(stone({ owner: 1 }), signed, false, "", true).sign).toBe("B");
});
