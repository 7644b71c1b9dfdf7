import { expect, test } from "vitest";
import { lineOf, linksOf } from "./boardwin";
import type { Cell } from "./geometry";

const cell = (col: number, row: number): Cell => ({ name: `${col},${row}`, col, row, x: col * 100, y: row * 100 });

test("cells in a row have one line through them, which ends beyond their middles", () => {
  expect(lineOf([cell(0, 0), cell(2, 0), cell(1, 0)])).toEqual([
    { x: -32, y: 0 },
    { x: 232, y: 0 },
  ]);
  expect(lineOf([cell(0, 0), cell(1, 1), cell(2, 2), cell(3, 3)])).toBeDefined();
});

test("cells that are not in a row, or not neighbours, have links between neighbours instead", () => {
  const corner = [cell(0, 0), cell(1, 0), cell(1, 1)];
  expect(lineOf(corner)).toBeUndefined();
  expect(linksOf(corner)).toHaveLength(2);
  expect(lineOf([cell(0, 0), cell(1, 0)])).toBeUndefined();
  expect(lineOf([cell(0, 0), cell(2, 0), cell(4, 0)])).toBeUndefined();
});
