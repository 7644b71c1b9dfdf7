// How the cells that a match was won with hang together: as a line, or as a chain.

import { unit, type Cell, type Point } from "./geometry";

const clear = 0.3; // of the way at each end, where there is no line over what lies on a cell

/** linksOf are lines between neighbours. A corner joins two cells only where no third one joins them by its sides. */
export function linksOf(cells: readonly Cell[]): [Point, Point][] {
  const beside = (a: Cell, b: Cell) => apart(a, b) < 1.2 * unit;
  const joined = (a: Cell, b: Cell) =>
    beside(a, b) ||
    (apart(a, b) < 1.5 * unit && !cells.some((c) => c !== a && c !== b && beside(a, c) && beside(b, c)));
  return cells.flatMap((a, i) =>
    cells.slice(i + 1).flatMap((b): [Point, Point][] => (joined(a, b) ? [[towards(a, b), towards(b, a)]] : [])),
  );
}

/** towards is a point on the way, near its beginning. */
const towards = (a: Cell, b: Cell): Point => ({ x: a.x + (b.x - a.x) * clear, y: a.y + (b.y - a.y) * clear });

const apart = (a: Cell, b: Cell) => Math.hypot(a.x - b.x, a.y - b.y);
