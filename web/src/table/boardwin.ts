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
