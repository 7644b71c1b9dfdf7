import { expect, test } from "vitest";
import { lane } from "./track";

test("a track of 121 has two rows of 60, there and back, and the last hole apart", () => {
  const t = lane(121);
  expect(t.rows).toHaveLength(2);
  const [first, second] = t.rows as [(typeof t.rows)[0], (typeof t.rows)[0]];
  expect(t.at(1)).toEqual({ x: first.from, y: first.y });
  expect(t.at(60)).toEqual({ x: first.to, y: first.y });
  expect(t.at(61)).toEqual({ x: second.from, y: second.y });
  expect(second.from).toBe(first.to);
  expect(t.at(120)).toEqual({ x: second.to, y: second.y });
  expect(t.at(121).x).toBeLessThan(second.to);
  expect(t.at(140)).toEqual(t.at(121)); // nobody goes beyond it
});

test("shorter rows make a smaller board with as many holes", () => {
  const t = lane(121, 40);
  expect(t.rows.map((row) => Math.abs(row.to - row.from))).toEqual([209, 209, 209]);
  expect(t.at(41)).toEqual({ x: t.at(40).x, y: t.rows[1]!.y });
  expect(t.at(121)).toEqual({ x: t.at(120).x + 5, y: t.at(120).y });
  expect(t.width).toBeLessThan(lane(121).width);
});

test("before the first hole, and within the board", () => {
  for (const goal of [1, 10, 31, 61, 100, 121, 500]) {
    const t = lane(goal);
    for (let n = 0; n <= goal; n++) {
      const { x, y } = t.at(n);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(t.width);
      expect(y).toBeLessThan(t.height);
    }
    expect(new Set(Array.from({ length: goal + 1 }, (_, n) => JSON.stringify(t.at(n)))).size).toBe(goal + 1);
  }
});

test("a hole is five from the next, and two more after five", () => {
  const t = lane(31);
  expect(t.at(2).x - t.at(1).x).toBe(5);
  expect(t.at(6).x - t.at(5).x).toBe(7);
});
