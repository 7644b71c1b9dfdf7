// Where the keys of the arrows and their neighbours lead on a board.

import type { Cell } from "./geometry";

/** stepFrom is the cell that a key leads to: undefined if it is not a key for that, the same cell at the end. */
export function stepFrom(rows: readonly Cell[][], from: Cell, key: string): Cell | undefined {
  const y = rows.findIndex((row) => row[0]?.row === from.row);
  const row = rows[y] ?? [];
  const x = row.findIndex((c) => c.name === from.name);
  switch (key) {
    case "ArrowLeft":
      return row[x - 1] ?? from;
    case "ArrowRight":
      return row[x + 1] ?? from;
    case "ArrowUp":
      return nearest(rows[y - 1], from);
    case "ArrowDown":
      return nearest(rows[y + 1], from);
    case "Home":
      return row[0];
    case "End":
      return row.at(-1);
    case "PageUp":
      return column(rows, from)[0];
    case "PageDown":
      return column(rows, from).at(-1);
  }
  return undefined;
}

/** nearest prefers the same column where two are as near, so that up and down lead back. */
function nearest(row: readonly Cell[] | undefined, from: Cell): Cell {
  const far = (c: Cell) => Math.abs(c.x - from.x) - (c.col === from.col ? 1 : 0);
  return (row ?? []).reduce<Cell | undefined>((best, c) => (best && far(best) <= far(c) ? best : c), undefined) ?? from;
}

/** column is the line of cells up and down through one, the top first. */
function column(rows: readonly Cell[][], of: Cell): Cell[] {
  return rows.flat().filter((c) => c.col === of.col);
}

/** jump is the next or the last open cell before, in the order of reading. */
export function jump(rows: readonly Cell[][], from: Cell, open: (name: string) => boolean, by: 1 | -1): Cell | undefined {
  const all = rows.flat();
  const start = all.findIndex((c) => c.name === from.name);
  for (let k = 1; k <= all.length; k++) {
    const cell = all[(start + by * k + all.length * 2) % all.length]!;
    if (open(cell.name)) return cell;
  }
  return undefined;
}
