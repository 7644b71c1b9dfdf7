// Letters and numbers along the edges of a board, taken from names such as "b2".

import { unit, type Cell, type Point, type Shape } from "./geometry";

export interface Coordinate extends Point {
  text: string;
}

/** coordinatesOf returns nothing if the cells are not named by column and row. */
export function coordinatesOf(cells: readonly Cell[], shape: Shape, distance: number): Coordinate[] {
  const letters = new Map<number, string>();
  const numbers = new Map<number, string>();
  for (const cell of cells) {
    const [, letter, number] = /^(\p{L}+)(\d+)$/u.exec(cell.name) ?? [];
    if (!letter || !number) return [];
    if ((letters.get(cell.col) ?? letter) !== letter || (numbers.get(cell.row) ?? number) !== number) return [];
    letters.set(cell.col, letter);
    numbers.set(cell.row, number);
  }
  if (letters.size < 3) return [];
  const away = (c: Cell, by: Point) => ({ x: c.x - (by.x / unit) * distance, y: c.y - (by.y / unit) * distance });
  return [
    ...ends(
      cells,
      (c) => c.col,
      (c) => c.row,
    ).map((c) => ({ text: letters.get(c.col)!, ...away(c, shape.up) })),
    ...ends(
      cells,
      (c) => c.row,
      (c) => c.col,
    ).map((c) => ({ text: numbers.get(c.row)!, ...away(c, shape.right) })),
  ];
}

/** ends are the first cells of all lines. */
function ends(cells: readonly Cell[], line: (c: Cell) => number, along: (c: Cell) => number): Cell[] {
  const first = new Map<number, Cell>();
  for (const cell of cells) {
    const other = first.get(line(cell));
    if (!other || along(cell) < along(other)) first.set(line(cell), cell);
  }
  return [...first.values()];
}
