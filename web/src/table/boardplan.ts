// The plan of a board: all of its drawing that the rules decide, and that stays as long as the match does.

import type { Place, Seat, Table } from "../types";
import { coordinatesOf, type Coordinate } from "./boardcoordinates";
import { bandsOf, type Band } from "./boardrim";
import { boxAround, cellsOf, circle, hexagon, path, rowsOf, square, unit, type Box, type Cell } from "./geometry";

export interface Plan {
  cells: Cell[];
  rows: Cell[][];
  at: ReadonlyMap<string, Cell>;
  aim: "column" | "row" | undefined;
  holes: boolean; // discs are dropped into it from above
  sides: readonly Seat[];
  bands: Band[];
  letters: Coordinate[];
  box: Box; // without letters
  lettered: Box;
  outline: string; // of a cell
  ring: string; // around what lies on a cell
  trace: string; // where the last move was
  depths: string; // of all holes
}

const rim = { near: 5, far: 25 };

export function planOf(table: Table, board: Place): Plan {
  const look = board.look ?? {};
  const shape = look.layout === "hex" ? hexagon : square;
  const holes = look.aim === "column" && shape === square;
  const spots = table.places.filter((p) => board.spots.some((s) => s.name === p.in)).flatMap((p) => p.spots);
  const cells = cellsOf(spots, shape);
  const sides = look.sides ?? [];
  const banded = sides.some((s) => s >= 0);
  const corners = cells.flatMap((c) => shape.corners.map((p) => ({ x: c.x + p.x, y: c.y + p.y })));
  const box = boxAround(corners, banded ? 32 : holes ? 14 : 2);
  const letters = coordinatesOf(cells, shape, unit * (banded ? 1.03 : holes ? 0.88 : 0.74));
  return {
    cells,
    rows: rowsOf(cells),
    at: new Map(cells.map((c) => [c.name, c])),
    aim: look.aim === "column" || look.aim === "row" ? look.aim : undefined,
    holes,
    sides,
    bands: banded ? bandsOf(cells, shape, rim.near, rim.far).filter((b) => (sides[b.side] ?? -1) >= 0) : [],
    letters,
    box,
    lettered: withLetters(box, letters),
    outline: shape === square ? rounded(47, 9) : path(shape.corners),
    ring: holes ? circle(44) : shape === square ? rounded(44, 8) : path(shape.corners, 0.88),
    trace: holes ? circle(41) : shape === hexagon ? circle(43) : rounded(41, 7),
    depths: holes ? cells.map((c) => circle(46, c)).join("") : "",
  };
}

/** withLetters makes room at the left and below. */
function withLetters(box: Box, letters: readonly Coordinate[]): Box {
  const ends = [{ x: box.x, y: box.y }, { x: box.x + box.width, y: box.y + box.height }];
  return boxAround([...ends, ...letters.map((l) => ({ x: l.x - 20, y: l.y + 21 }))], 0);
}

/** rounded is a square with soft corners. */
function rounded(half: number, soft: number): string {
  const long = 2 * (half - soft);
  const turn = (x: number, y: number) => `a${soft} ${soft} 0 0 1 ${x} ${y}`;
  return `M${soft - half} ${-half}h${long}${turn(soft, soft)}v${long}${turn(-soft, soft)}h${-long}${turn(-soft, -soft)}v${-long}${turn(soft, -soft)}Z`;
}
