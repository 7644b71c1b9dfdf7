// The plan of a board: all of its drawing that the rules and the way it is turned decide.

import type { Place, Seat, Table } from "../wire";
import { coordinatesOf, type Coordinate } from "./boardcoordinates";
import { bandsOf, type Band } from "./boardrim";
import {
  boxAround,
  cellsOf,
  circle,
  drawn,
  hexagon,
  polygon,
  rounded,
  rowsOf,
  square,
  turn,
  turnShape,
  type Box,
  type Cell,
  type Outline,
  type Shape,
} from "./geometry";

/** Ground is what the rules decide. */
export interface Ground {
  cells: Cell[];
  shape: Shape;
  sides: readonly Seat[];
  aim: "column" | "row" | undefined;
  tint: string | undefined; // of every second cell
  holes: boolean; // discs are dropped into it from above
}

export interface Plan extends Ground {
  angle: number; // by which it is turned to the left
  rows: Cell[][];
  at: ReadonlyMap<string, Cell>;
  bands: Band[];
  letters: Coordinate[];
  box: Box; // without letters
  lettered: Box;
  outline: Outline; // of a cell
  ring: Outline; // around what lies on a cell
  trace: Outline; // where the last move was
  depths: string; // of all holes
}

const rim = { near: 5, far: 25 };

export function groundOf(table: Table, board: Place): Ground {
  const { layout, aim, color, sides = [] } = board.look ?? {};
  const shape = layout === "hex" ? hexagon : square;
  const spots = table.places.filter((p) => board.spots.some((s) => s.name === p.in)).flatMap((p) => p.spots);
  return {
    cells: cellsOf(spots, shape),
    shape,
    sides,
    tint: color || undefined,
    aim: aim === "column" || aim === "row" ? aim : undefined,
    holes: aim === "column" && shape === square,
  };
}

export function planOf(ground: Ground, angle: number): Plan {
  const { sides, holes } = ground;
  const cells = ground.cells.map((c) => ({ ...c, ...turn(c, angle) }));
  const shape = turnShape(ground.shape, angle);
  const banded = sides.some((s) => s >= 0);
  const corners = cells.flatMap((c) => shape.corners.map((p) => ({ x: c.x + p.x, y: c.y + p.y })));
  const box = boxAround(corners, banded ? 32 : holes ? 14 : 2);
  const letters = coordinatesOf(cells, shape, banded ? 105 : holes ? 90 : 76);
  return {
    ...ground,
    ...outlinesOf(shape, holes),
    angle,
    cells,
    shape,
    rows: rowsOf(cells),
    at: new Map(cells.map((c) => [c.name, c])),
    bands: banded ? bandsOf(cells, shape, rim.near, rim.far).filter((b) => (sides[b.side] ?? -1) >= 0) : [],
    letters,
    box,
    lettered: withLetters(box, letters),
    depths: holes ? cells.map((c) => drawn(circle(46), c)).join("") : "",
  };
}

function outlinesOf({ corners }: Shape, holes: boolean): Pick<Plan, "outline" | "ring" | "trace"> {
  const soft = (half: number, by: number) => rounded({ x: -half, y: -half, width: 2 * half, height: 2 * half }, by);
  if (holes) return { outline: soft(50, 9), ring: circle(44), trace: circle(41) };
  if (corners.length === 4) return { outline: soft(47, 9), ring: soft(44, 8), trace: soft(41, 7) };
  return { outline: polygon(corners), ring: polygon(corners, 0.88), trace: circle(43) };
}

/** withLetters makes room for them where they are. */
function withLetters(box: Box, letters: readonly Coordinate[]): Box {
  const around = ({ x, y, width, height }: Box) => [
    { x, y },
    { x: x + width, y: y + height },
  ];
  return boxAround(
    [box, ...letters.map((l) => ({ x: l.x - 22, y: l.y - 22, width: 44, height: 47 }))].flatMap(around),
    0,
  );
}
