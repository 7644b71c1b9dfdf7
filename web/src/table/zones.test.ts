import { expect, test } from "vitest";
import type { Place } from "@plygame/client";
import { around, circle, layoutOf, zoneOf } from "./zones";

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

test("a place of each seat is a fan, but not the cards of a trick", () => {
  expect(layoutOf(place({ each: true }))).toBe("fan");
  expect(layoutOf(place({ each: true, look: { zone: "middle" } }))).toBe("row");
  expect(layoutOf(place({ each: true, look: { zone: "middle", layout: "fan" } }))).toBe("fan");
});

test("on a wide table, the first and the last of three other players or more sit at its sides", () => {
  expect(around([1, 2], true)).toEqual({ left: [], top: [1, 2], right: [] });
  expect(around([3, 4, 0, 1], true)).toEqual({ left: [3], top: [4, 0], right: [1] });
  expect(around([0, 1, 2, 3, 4, 5], true)).toEqual({ left: [1, 0], top: [2, 3], right: [4, 5] });
  expect(around([3, 4, 0, 1], false)).toEqual({ left: [], top: [3, 4, 0, 1], right: [] });
});

test("the cards of a trick are in front of their players, the viewer's at the bottom and the next one's on the left", () => {
  const [own, left, top, right] = circle(4);
  expect(own!.y).toBeGreaterThan(0.5);
  expect(own!.x).toBeCloseTo(0);
  expect(left!.x).toBeLessThan(-1);
  expect(top!.y).toBeLessThan(-0.5);
  expect(right!.x).toBeGreaterThan(1);
});

test.each([2, 3, 4, 5, 6])("no two of %d cards in a trick overlap", (seats) => {
  const all = circle(seats);
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1))
      expect(Math.abs(a.x - b.x) >= 0.99 || Math.abs(a.y - b.y) >= 0.99, JSON.stringify([a, b])).toBe(true);
});
