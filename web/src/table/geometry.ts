// The geometry of a board: where its cells and coordinates are drawn. y points down, as in SVG.

import type { Spot } from "@plygame/client";

/** unit is the distance between neighbouring cells in the drawing. */
export const unit = 100;

export interface Point {
  x: number;
  y: number;
}

/** Cell is a spot of the board and its position; rows are counted from the bottom. */
export interface Cell extends Point {
  name: string;
  row: number;
  col: number;
  edge?: boolean; // between two other cells of a map
  own?: Outline; // of an edge or corner of a map; other cells have the outline of their board
}

/** Shape is the outline of a cell, clockwise: the side from corner i to the next faces the neighbour at step i. */
export interface Shape {
  corners: readonly Point[];
  steps: readonly { col: number; row: number }[];
  right: Point; // to the next cell in the row
  up: Point; // to the same column of the next row
  round?: boolean; // drawn as a circle within the corners
}

const tall = unit / Math.sqrt(3);
const half = unit / 2;

export const square: Shape = {
  corners: [at(-half, -half), at(half, -half), at(half, half), at(-half, half)],
  steps: [step(0, 1), step(1, 0), step(0, -1), step(-1, 0)],
  right: at(unit, 0),
  up: at(0, -unit),
};

export const hexagon: Shape = {
  corners: [
    at(0, -tall),
    at(half, -tall / 2),
    at(half, tall / 2),
    at(0, tall),
    at(-half, tall / 2),
    at(-half, -tall / 2),
  ],
  steps: [step(0, 1), step(1, 0), step(1, -1), step(0, -1), step(-1, 0), step(-1, 1)],
  right: at(unit, 0),
  up: at(half, (-unit * Math.sqrt(3)) / 2),
};

/** flat is a hexagon with a side at the bottom. */
export const flat: Shape = turnShape(hexagon, 30);

/** dot is a cell of a graph, which can be anywhere; columns and rows are half a unit apart. */
export const dot: Shape = {
  corners: [at(-40, -40), at(40, -40), at(40, 40), at(-40, 40)],
  steps: square.steps,
  right: at(half, 0),
  up: at(0, -half),
  round: true,
};

function at(x: number, y: number): Point {
  return { x, y };
}

function step(col: number, row: number) {
  return { col, row };
}

/** turn rotates a point counterclockwise around the origin. */
export function turn({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return at(x * cos + y * sin, y * cos - x * sin);
}

export function turnShape(shape: Shape, degrees: number): Shape {
  const turned = (p: Point) => turn(p, degrees);
  return { ...shape, corners: shape.corners.map(turned), right: turned(shape.right), up: turned(shape.up) };
}

/** cellsOf places spots at their coordinates, or in a row if they have none. */
export function cellsOf(spots: readonly Spot[], shape: Shape): Cell[] {
  const { right, up } = shape;
  const area = right.x * up.y - right.y * up.x;
  return spots.map((spot, i) => {
    const x = (spot.x ?? i) * unit;
    const y = -(spot.y ?? 0) * unit;
    const row = Math.round((right.x * y - right.y * x) / area) + 0; // avoids -0
    return { name: spot.name, x, y, row, col: Math.round((x * up.y - y * up.x) / area) + 0 };
  });
}

/** rowsOf returns the cells in reading order: the top row first, each from the left. */
export function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  return [...rows].sort(([a], [b]) => b - a).map(([, row]) => row.sort((a, b) => a.col - b.col));
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** boxAround returns the smallest box that contains all points, plus a margin. */
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

/** Outline is a closed path around a centre; x and y are its start relative to the centre. */
export interface Outline extends Point {
  line: string;
}

/** drawn returns the SVG path of an outline around a point; a cell with an outline of its own has that. */
export function drawn(outline: Outline, around: Point & { own?: Outline } = { x: 0, y: 0 }): string {
  const { x, y, line } = around.own ?? outline;
  return `M${round(around.x + x)} ${round(around.y + y)}${line}`;
}

/** polygon returns the outline through the corners, scaled. */
export function polygon(corners: readonly Point[], scale = 1): Outline {
  const points = corners.map((p) => at(p.x * scale, p.y * scale));
  const first = points[0] ?? at(0, 0);
  const line = points.slice(1).map((p, i) => `l${round(p.x - points[i]!.x)} ${round(p.y - points[i]!.y)}`);
  return { ...first, line: line.join("") + "Z" };
}

export function circle(radius: number): Outline {
  const arc = `a${radius} ${radius} 0 1 0`;
  return { x: -radius, y: 0, line: `${arc} ${2 * radius} 0${arc} ${-2 * radius} 0Z` };
}

/** bar returns the outline of a bar from one point to another, around the middle between them. */
export function bar(from: Point, to: Point, gap: number, half: number): Outline {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const reach = Math.max(half, length / 2 - gap);
  const [along, across] = [
    at((dx / length) * reach, (dy / length) * reach),
    at((-dy / length) * half, (dx / length) * half),
  ];
  return polygon([
    at(-along.x - across.x, -along.y - across.y),
    at(along.x - across.x, along.y - across.y),
    at(along.x + across.x, along.y + across.y),
    at(-along.x + across.x, -along.y + across.y),
  ]);
}

/** rounded returns a rectangle with rounded corners. */
export function rounded({ x, y, width, height }: Box, soft: number): Outline {
  const [w, h] = [width - 2 * soft, height - 2 * soft];
  const arc = (dx: number, dy: number) => `a${soft} ${soft} 0 0 1 ${dx} ${dy}`;
  return {
    x: x + soft,
    y,
    line: `h${w}${arc(soft, soft)}v${h}${arc(-soft, soft)}h${-w}${arc(-soft, -soft)}v${-h}${arc(soft, -soft)}Z`,
  };
}

/** ticks returns the corners of a square, each as two short lines. */
export function ticks(half: number, length: number): Outline {
  const rest = 2 * (half - length);
  const corner = (dx: number, dy: number) => `l${dx * length} ${dy * length}l${-dy * length} ${dx * length}`;
  const line = `${corner(0, -1)}m${rest} 0${corner(1, 0)}m0 ${rest}` + `${corner(0, 1)}m${-rest} 0${corner(-1, 0)}`;
  return { x: -half, y: -half + length, line };
}

const round = (n: number) => Math.round(n * 100) / 100;
