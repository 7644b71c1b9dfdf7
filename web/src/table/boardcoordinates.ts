// Coordinates along the edges of a board, taken from cell names such as "b2".

import { unit, type Cell, type Point, type Shape } from "./geometry";

export interface Coordinate extends Point {
  text: string;
  on?: Cell; // the cell that it is printed on
}

const corner = 38; // how far from the middle of a cell its coordinates are

/**
 * coordinatesOf returns nothing if the cells are not named by column and row. Letters are below and numbers on the left,
 * however the board is turned. Inside, they are in corners of the cells at the edge.
 */
export function coordinatesOf(cells: readonly Cell[], shape: Shape, distance: number, inside = false): Coordinate[] {
  const named = namesOf(cells);
  if (!named) return [];
  const byColumn = consistent(named, "col", "letter"); // on a hexagonal grid, only one of the two is consistent
  const byRow = consistent(named, "row", "number");
  if (!byColumn && !byRow) return [];
  // The end of a line that is below, or on the left if the line is horizontal.
  const low = shape.up.y < -1 || (shape.up.y < 1 && shape.up.x > 0) ? 1 : -1;
  const left = shape.right.x > 1 || (shape.right.x > -1 && shape.right.y < 0) ? 1 : -1;
  const letters = ends(
    named,
    (c) => c.letter,
    (c) => c.row * low,
  );
  const numbers = ends(
    named,
    (c) => c.number,
    (c) => c.col * left,
  );
  if (letters.length < 3) return [];
  if (inside)
    return [
      ...letters.map((c) => ({ text: c.letter, x: c.x + corner, y: c.y + corner, on: c })),
      ...numbers.map((c) => ({ text: c.number, x: c.x - corner, y: c.y - corner + 2, on: c })),
    ];
  const away = (c: Cell, by: Point, side: number) => ({
    x: c.x - (by.x / unit) * distance * side,
    y: c.y - (by.y / unit) * distance * side,
  });
  // Of a line that runs almost horizontally, the end has its number at the same height, so that it does not stand between two lines.
  const slanted = Math.abs(shape.right.y) > 1 && Math.abs(shape.right.x) > Math.abs(shape.right.y);
  const beside = (c: Cell) => (slanted ? { x: c.x - distance, y: c.y } : away(c, shape.right, left));
  return [
    ...letters.map((c) => ({ text: c.letter, ...away(c, shape.up, low) })),
    ...numbers.map((c) => ({ text: c.number, ...beside(c) })),
  ];
}

/** pointCoordinates returns the coordinates of a graph whose points are named by where they are, along its lower and left edges. */
export function pointCoordinates(cells: readonly Cell[], distance: number): Coordinate[] {
  const named = namesOf(cells);
  const aligned = (text: "letter" | "number", line: "x" | "y") =>
    named?.every((c) => named.find((other) => other[text] === c[text])?.[line] === c[line]);
  if (!named || !aligned("letter", "x") || !aligned("number", "y")) return [];
  const [left, bottom] = [Math.min(...cells.map((c) => c.x)), Math.max(...cells.map((c) => c.y))];
  const first = (c: Named) => c.col;
  const letters = ends(named, (c) => c.letter, first).map((c) => ({ text: c.letter, x: c.x, y: bottom + distance }));
  const numbers = ends(named, (c) => c.number, first).map((c) => ({ text: c.number, x: left - distance, y: c.y }));
  return letters.length < 3 ? [] : [...letters, ...numbers];
}

type Named = Cell & { letter: string; number: string };

/** namesOf splits the names of cells into letters and numbers; undefined if one has another form. */
function namesOf(cells: readonly Cell[]): Named[] | undefined {
  const named = cells.map((cell) => {
    const [, letter = "", number = ""] = /^(\p{L}+)(\d+)$/u.exec(cell.name) ?? [];
    return { ...cell, letter, number };
  });
  return named.every((c) => c.letter) ? named : undefined;
}

/** consistent reports whether all cells of each line have the same letter or number. */
function consistent(cells: readonly Named[], line: "col" | "row", text: "letter" | "number"): boolean {
  const texts = new Map<number, string>();
  for (const c of cells) {
    if ((texts.get(c[line]) ?? c[text]) !== c[text]) return false;
    texts.set(c[line], c[text]);
  }
  return true;
}

/** ends returns the first cell of every line. */
function ends(cells: readonly Named[], line: (c: Named) => string, along: (c: Named) => number): Named[] {
  const first = new Map<string, Named>();
  for (const cell of cells) {
    const other = first.get(line(cell));
    if (!other || along(cell) < along(other)) first.set(line(cell), cell);
  }
  return [...first.values()];
}
