// The rim of a board: the line around its cells, and the bands that show who owns its sides.

import { drawn, polygon, type Cell, type Point, type Shape } from "./geometry";

/** Edge is a segment of the rim, clockwise; side is 0 to 3 for top, right, bottom and left, or undefined. */
interface Edge {
  from: Point;
  to: Point;
  side: number | undefined;
}

/** Band is the outline of the strip along one side. */
export interface Band {
  side: number;
  path: string;
}

/** bandsOf returns a band for each side of the board, between two distances from its cells. */
export function bandsOf(cells: readonly Cell[], shape: Shape, near: number, far: number): Band[] {
  return rimsOf(cells, shape).flatMap((rim) => runsOf(rim).map((run) => bandOf(rim, run, near, far)));
}

/** rimsOf joins the cell edges that have no neighbour into closed lines. */
function rimsOf(cells: readonly Cell[], shape: Shape): Edge[][] {
  const open = new Map(edgesOf(cells, shape).map((edge) => [key(edge.from), edge]));
  const rims: Edge[][] = [];
  for (const first of open.values()) {
    const rim: Edge[] = [];
    for (let edge: Edge | undefined = first; edge; edge = open.get(key(edge.to))) {
      open.delete(key(edge.from));
      rim.push(edge);
    }
    rims.push(rim);
  }
  return rims;
}

const key = (p: Point) => `${Math.round(p.x)},${Math.round(p.y)}`;

function edgesOf(cells: readonly Cell[], shape: Shape): Edge[] {
  const at = (col: number, row: number) => col * 1e4 + row;
  const taken = new Set(cells.map((c) => at(c.col, c.row)));
  const cols = cells.map((c) => c.col);
  const rows = cells.map((c) => c.row);
  const [top, right, bottom, left] = [Math.max(...rows), Math.max(...cols), Math.min(...rows), Math.min(...cols)];
  const edges: Edge[] = [];
  for (const cell of cells) {
    for (const [i, step] of shape.steps.entries()) {
      const col = cell.col + step.col;
      const row = cell.row + step.row;
      if (taken.has(at(col, row))) continue;
      edges.push(
        ...split(corner(cell, shape, i), corner(cell, shape, i + 1), [
          row > top,
          col > right,
          row < bottom,
          col < left,
        ]),
      );
    }
  }
  return edges;
}

function corner(cell: Cell, shape: Shape, i: number): Point {
  const c = shape.corners[i % shape.corners.length]!;
  return { x: cell.x + c.x, y: cell.y + c.y };
}

/** split divides an edge that belongs to two sides between them. */
function split(from: Point, to: Point, on: boolean[]): Edge[] {
  const sides = [0, 1, 2, 3].filter((s) => on[s]);
  if (sides.length < 2) return [{ from, to, side: sides[0] }];
  const first = sides.find((s) => on[(s + 1) % 4]) ?? 0;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return [
    { from, to: middle, side: first },
    { from: middle, to, side: (first + 1) % 4 },
  ];
}

/** runsOf returns the indexes of consecutive edges of one side. */
function runsOf(rim: readonly Edge[]): number[][] {
  const n = rim.length;
  const start = Math.max(
    0,
    rim.findIndex((edge, i) => edge.side !== rim[(i + n - 1) % n]!.side),
  );
  const runs: number[][] = [];
  for (let k = 0; k < n; k++) {
    const i = (start + k) % n;
    const last = runs.at(-1);
    if (last && rim[last[0]!]!.side === rim[i]!.side) last.push(i);
    else runs.push([i]);
  }
  return runs.filter((run) => rim[run[0]!]!.side !== undefined);
}

function bandOf(rim: readonly Edge[], run: readonly number[], near: number, far: number): Band {
  const corners = [...run, (run.at(-1)! + 1) % rim.length];
  const inner = corners.map((i) => away(rim, i, near));
  const outer = corners.map((i) => away(rim, i, far)).reverse();
  return { side: rim[run[0]!]!.side!, path: drawn(polygon([...inner, ...outer])) };
}

/** away moves the start of an edge outwards, so that both adjoining edges keep the distance. */
function away(rim: readonly Edge[], i: number, distance: number): Point {
  const a = outwards(rim[(i + rim.length - 1) % rim.length]!);
  const b = outwards(rim[i]!);
  const by = distance / Math.max(0.3, 1 + a.x * b.x + a.y * b.y);
  const { from } = rim[i]!;
  return { x: from.x + (a.x + b.x) * by, y: from.y + (a.y + b.y) * by };
}

function outwards({ from, to }: Edge): Point {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.y - from.y) / long, y: (from.x - to.x) / long };
}
