// The geometry of a board: where its cells, letters and numbers are drawn. Here y goes down, as it does in SVG.

import type { Spot } from "../types";

/** unit is the distance of neighbours, as it is drawn. */
export const unit = 100;

export interface Point {
  x: number;
  y: number;
}

/** Cell is a spot of the board and where it is; rows count upwards. */
export interface Cell extends Point {
  name: string;
  row: number;
  col: number;
}

/** Shape is the outline of a cell, clockwise: the side from corner i to the next faces the neighbour at step i. */
export interface Shape {
  corners: Point[];
  steps: { col: number; row: number }[];
  rise: number; // from a row to the next
  slant: number; // of a row against the one below
}

const tall = unit / Math.sqrt(3);
const half = unit / 2;

export const square: Shape = {
  corners: [at(-half, -half), at(half, -half), at(half, half), at(-half, half)],
  steps: [step(0, 1), step(1, 0), step(0, -1), step(-1, 0)],
  rise: unit,
  slant: 0,
};

export const hexagon: Shape = {
  corners: [at(0, -tall), at(half, -tall / 2), at(half, tall / 2), at(0, tall), at(-half, tall / 2), at(-half, -tall / 2)],
  steps: [step(0, 1), step(1, 0), step(1, -1), step(0, -1), step(-1, 0), step(-1, 1)],
  rise: (unit * Math.sqrt(3)) / 2,
  slant: half,
};

function at(x: number, y: number): Point {
  return { x, y };
}

function step(col: number, row: number) {
  return { col, row };
}

/** cellsOf lays out spots where they say, or in a row if they do not. */
export function cellsOf(spots: readonly Spot[], shape: Shape): Cell[] {
  return spots.map((spot, i) => {
    const x = (spot.x ?? i) * unit;
    const y = (spot.y ?? 0) * unit;
    const row = Math.round(y / shape.rise);
    return { name: spot.name, x, y: -y, row, col: Math.round((x - row * shape.slant) / unit) };
  });
}

/** rowsOf are the cells as people read them: the top row first, each from left to right. */
export function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  return [...rows].sort(([a], [b]) => b - a).map(([, row]) => row.sort((a, b) => a.x - b.x));
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** boxAround holds all points, with a margin. */
export function boxAround(points: readonly Point[], margin: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const p of points) {
    left = Math.min(left, p.x);
    right = Math.max(right, p.x);
    top = Math.min(top, p.y);
    bottom = Math.max(bottom, p.y);
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 0, 0];
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

/** path is the outline of a shape, a little smaller (or larger) than it is. */
export function path(points: readonly Point[], scale = 1): string {
  return `M${points.map((p) => `${round(p.x * scale)} ${round(p.y * scale)}`).join("L")}Z`;
}

/** circle is a path around a point. */
export function circle(radius: number, { x, y }: Point = { x: 0, y: 0 }): string {
  const turn = `a${radius} ${radius} 0 1 0`;
  return `M${x - radius} ${y}${turn} ${2 * radius} 0${turn} ${-2 * radius} 0Z`;
}

const round = (n: number) => Math.round(n * 100) / 100;
