// Keyboard navigation on a board, as it is turned.

import type { Cell, Point } from "./geometry";

const [left, right, up, down] = [
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: 0, y: 1 },
];

const near: Record<string, Point> = { ArrowLeft: left, ArrowRight: right, ArrowUp: up, ArrowDown: down };
const far: Record<string, Point> = { Home: left, End: right, PageUp: up, PageDown: down };

/** stepFrom returns the cell that a key leads to: the same cell at the edge, undefined for any other key. */
export function stepFrom(cells: readonly Cell[], from: Cell, key: string): Cell | undefined {
  if (near[key]) return next(cells, from, near[key]) ?? from;
  return far[key] && last(cells, from, far[key]);
}

/** next returns the nearest cell in a direction. Of two equally near cells it prefers one in the same line, so that the opposite key leads back. */
function next(cells: readonly Cell[], from: Cell, direction: Point): Cell | undefined {
  let best: Cell | undefined;
  let least = Infinity;
  for (const cell of cells) {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const along = x * direction.x + y * direction.y;
    const across = Math.abs(x * direction.y - y * direction.x);
    if (along < 1 || across > along) continue;
    const distance = along + across - (cell.col === from.col ? 2 : cell.row === from.row ? 1 : 0);
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}

function last(cells: readonly Cell[], from: Cell, direction: Point): Cell {
  const cell = next(cells, from, direction);
  return cell ? last(cells, cell, direction) : from;
}

/** jump returns the next or previous open cell in reading order. */
export function jump(
  rows: readonly Cell[][],
  from: Cell,
  open: (name: string) => boolean,
  by: 1 | -1,
): Cell | undefined {
  const all = rows.flat();
  const start = all.findIndex((c) => c.name === from.name);
  for (let k = 1; k <= all.length; k++) {
    const cell = all[(start + by * k + all.length * 2) % all.length]!;
    if (open(cell.name)) return cell;
  }
  return undefined;
}
