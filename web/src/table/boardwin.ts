// The lines between the cells that won a match.

import { unit, type Cell, type Point } from "./geometry";

const gap = 0.3; // the line leaves out this fraction at each end, so as not to cover the pieces

/** linksOf returns lines between neighbours. Diagonal neighbours are linked only if no third cell links them by its sides. */
export function linksOf(cells: readonly Cell[]): [Point, Point][] {
  const beside = (a: Cell, b: Cell) => distance(a, b) < 1.2 * unit;
  const linked = (a: Cell, b: Cell) =>
    beside(a, b) ||
    (distance(a, b) < 1.5 * unit && !cells.some((c) => c !== a && c !== b && beside(a, c) && beside(b, c)));
  return cells.flatMap((a, i) =>
    cells.slice(i + 1).flatMap((b): [Point, Point][] => (linked(a, b) ? [[towards(a, b), towards(b, a)]] : [])),
  );
}

/** towards returns the point where the line from a to b starts. */
const towards = (a: Cell, b: Cell): Point => ({ x: a.x + (b.x - a.x) * gap, y: a.y + (b.y - a.y) * gap });

const distance = (a: Cell, b: Cell) => Math.hypot(a.x - b.x, a.y - b.y);

const beyond = 0.32; // a line through cells ends this far beyond the middle of the last, in cells

/** lineOf returns a line through three or more cells in a row, or undefined if they are not in a row. */
export function lineOf(cells: readonly Cell[]): [Point, Point] | undefined {
  const [a, b] = furthest(cells);
  if (!a || !b || cells.length < 3) return undefined;
  const length = distance(a, b);
  const off = (c: Cell) => Math.abs((b.x - a.x) * (a.y - c.y) - (a.x - c.x) * (b.y - a.y)) / length;
  if (cells.some((c) => off(c) > 1) || length > (cells.length - 1) * 1.45 * unit) return undefined;
  const [x, y] = [((b.x - a.x) / length) * beyond * unit, ((b.y - a.y) / length) * beyond * unit];
  return [
    { x: a.x - x, y: a.y - y },
    { x: b.x + x, y: b.y + y },
  ];
}

/** furthest returns the two cells that are furthest apart. */
function furthest(cells: readonly Cell[]): Cell[] {
  let best: Cell[] = [];
  for (const a of cells)
    for (const b of cells) if (!best[0] || distance(a, b) > distance(best[0], best[1]!)) best = [a, b];
  return best;
}
