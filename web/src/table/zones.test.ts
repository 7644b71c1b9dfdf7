import { expect, test } from "vitest";
import type { Place } from "@plygame/client";
import { around, zoneOf } from "./zones";

const place = (p: Partial<Place>): Place => ({ name: "p", order: "ordered", spots: [], ...p });

test("zones are guessed from the layout of a place, and can be declared", () => {
  expect(zoneOf(place({ each: true }))).toBe("hand");
  expect(zoneOf(place({ each: true, look: { layout: "fan" } }))).toBe("hand");
  expect(zoneOf(place({ each: true, max: 1 }))).toBe("front");
  expect(zoneOf(place({ each: true, look: { layout: "row" } }))).toBe("front");
  expect(zoneOf(place({ each: true, order: "stacked" }))).toBe("side");
  expect(zoneOf(place({ each: true, look: { layout: "row", zone: "behind" } }))).toBe("behind");
  expect(zoneOf(place({ each: true, look: { layout: "row", zone: "nowhere" } }))).toBe("front");
});

test("on a wide table, the first and the last of three other players or more sit at its sides", () => {
  expect(around([1, 2], true)).toEqual({ left: [], top: [1, 2], right: [] });
  expect(around([3, 4, 0, 1], true)).toEqual({ left: [3], top: [4, 0], right: [1] });
  expect(around([3, 4, 0, 1], false)).toEqual({ left: [], top: [3, 4, 0, 1], right: [] });
});
