import { expect, test } from "vitest";
import { letterSize } from "./lettering";

test("letters shrink until the longest word fits", () => {
  expect(letterSize("Fan", 0.9, 0.2)).toBe(0.2);
  const long = letterSize("A Chaperone", 0.9, 0.2);
  expect(long).toBeLessThan(0.2);
  expect(letterSize("A Chaperone", 0.45, 0.2)).toBeCloseTo(long / 2);
  expect(letterSize("Cha-perone", 0.9, 0.2)).toBeGreaterThan(long);
  expect(letterSize("", 0.9, 0.2)).toBe(0.2);
});
