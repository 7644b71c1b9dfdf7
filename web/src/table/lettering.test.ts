import { expect, test } from "vitest";
import { evenSize, letterSize } from "./lettering";

test("letters shrink until the longest word fits", () => {
  expect(letterSize("Fan", 0.9, 0.2)).toBe(0.2);
  const long = letterSize("A Chaperone", 0.9, 0.2);
  expect(long).toBeLessThan(0.2);
  expect(letterSize("A Chaperone", 0.45, 0.2)).toBeCloseTo(long / 2);
  expect(letterSize("Cha-perone", 0.9, 0.2)).toBeGreaterThan(long);
  expect(letterSize("", 0.9, 0.2)).toBe(0.2);
});

test("titles of cards have letters of similar sizes", () => {
  const titles = ["Duelist", "Fan", "Watchman"];
  const [duelist, fan, watchman] = titles.map((title) => evenSize(title, titles, 0.6, 0.2));
  expect(fan! / watchman!).toBeCloseTo(1.25);
  expect(duelist).toBeLessThanOrEqual(fan!);
  expect(evenSize("Fan", ["Fan", "Donaudampfschiffahrtsgesellschaft"], 0.6, 0.2)).toBe(0.1);
  expect(evenSize("Fan", [], 0.6, 0.2)).toBe(0.2);
});
