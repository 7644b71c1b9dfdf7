// The plan of a board: the parts of its drawing that follow from the rules and the angle, not from the position.

import type { Edge, Place, Seat, Table } from "@plygame/client";
import { coordinatesOf, pointCoordinates, type Coordinate } from "./boardcoordinates";
import { bandsOf, type Band } from "./boardrim";
import {
  bar,
  boxAround,
  cellsOf,
  circle,
  dot,
  drawn,
  flat,
  hexagon,
  polygon,
  rounded,
  rowsOf,
  square,
  ticks,
  turn,
  turnShape,
  unit,
  type Box,
  type Cell,
  type Outline,
  type Shape,
} from "./geometry";

/** Ground is the part of a plan that follows from the rules. */
export interface Ground {
  cells: Cell[];
  shape: Shape;
  sides: readonly Seat[];
  aim: "column" | "row" | undefined;
  tint: string | undefined; // colour of every second cell
  holes: boolean; // discs are dropped in from above
  joined: boolean; // square cells touch, because the game gives them a colour
  edges: readonly Edge[];
  ends: ReadonlyMap<string, Edge>; // of the cells of a map that are edges
  corners: ReadonlySet<string>; // the cells of a map that are corners
  map: boolean; // cells are drawn over a picture
}

export interface Plan extends Ground {
  angle: number; // degrees counterclockwise
  rows: Cell[][];
  at: ReadonlyMap<string, Cell>;
  bands: Band[];
  letters: Coordinate[];
  inside: boolean; // the coordinates are on the cells
  box: Box; // without coordinates
  lettered: Box;
  outline: Outline; // of a cell
  ring: Outline; // around the contents of a cell
  trace: Outline; // marks the last move, around the piece
  points: string; // path of the points of a graph; what is on one covers it
  depths: string; // path of all holes
  lines: string; // paths between linked cells
}

const rim = { near: 5, far: 25 };

const shapes: Record<string, Shape> = { grid: square, hex: hexagon, flat, graph: dot, map: dot };

export function groundOf(table: Table, board: Place): Ground {
  const { layout, aim, color, sides = [] } = board.look ?? {};
  const shape = shapes[layout ?? ""] ?? square;
  const places = table.places.filter((p) => board.spots.some((s) => s.name === p.in));
  const spots = places.flatMap((p) => p.spots);
  return {
    cells: cellsOf(spots, shape),
    map: layout === "map",
    ends: new Map(spots.flatMap((s) => (s.ends ? [[s.name, s.ends]] : []))),
    corners: new Set(places.filter((p) => p.look?.shape === "corner").flatMap((p) => p.spots.map((s) => s.name))),
    edges: places.flatMap((p) => p.edges ?? []),
    shape,
    sides,
    tint: color || undefined,
    aim: aim === "column" || aim === "row" ? aim : undefined,
    holes: aim === "column" && shape === square,
    joined: Boolean(color || table.theme?.cell),
  };
}

/** crop keeps the cells in use and those next to them; if none is in use, the middle of the board. */
export function crop(ground: Ground, used: (name: string) => boolean): Ground {
  const filled = ground.cells.filter((c) => used(c.name));
  const middle = ground.cells[Math.floor(ground.cells.length / 2)];
  const all = filled.length || !middle ? filled : [middle];
  const near = (of: (c: Cell) => number) => {
    const at = all.map(of);
    const [low, high] = [Math.min(...at) - 1, Math.max(...at) + 1];
    return (c: Cell) => of(c) >= low && of(c) <= high;
  };
  const [inColumns, inRows] = [near((c) => c.col), near((c) => c.row)];
  return { ...ground, cells: ground.cells.filter((c) => inColumns(c) && inRows(c)) };
}

export function planOf(ground: Ground, angle: number): Plan {
  const { sides, holes } = ground;
  const cells = shaped(
    ground,
    ground.cells.map((c) => ({ ...c, ...turn(c, angle) })),
  );
  const shape = turnShape(ground.shape, angle);
  const connects = (seat: Seat | undefined) =>
    seat !== undefined && seat >= 0 && sides.filter((s) => s === seat).length > 1;
  const banded = sides.some(connects);
  const corners = cells.flatMap((c) => shape.corners.map((p) => ({ x: c.x + p.x, y: c.y + p.y })));
  const box = boxAround(ground.map ? cells : corners, ground.map ? unit / 2 : banded ? 32 : holes ? 14 : 2);
  const inside = ground.joined && ground.shape === square && !holes;
  const letters = shape.round
    ? pointCoordinates(ground.map ? [] : cells, 62)
    : coordinatesOf(cells, shape, banded ? 105 : holes ? 84 : 70, inside);
  const at = new Map(cells.map((c) => [c.name, c]));
  return {
    ...ground,
    ...outlinesOf(shape, ground),
    lines: ground.edges.map((e) => lineOf(at.get(e.from), at.get(e.to))).join(""),
    angle,
    cells,
    shape,
    rows: rowsOf(cells),
    at,
    bands: banded ? bandsOf(cells, shape, rim.near, rim.far).filter((b) => connects(sides[b.side])) : [],
    letters,
    inside,
    box,
    lettered: inside ? box : withLetters(box, letters),
    points: shape.round && !ground.map ? cells.map((c) => drawn(circle(pointRadius), c)).join("") : "",
    depths: holes ? cells.map((c) => drawn(circle(46), c)).join("") : "",
  };
}

const pointRadius = 11;
const cornerRadius = 17;

/** shaped gives the edges and corners of a map outlines of their own. */
function shaped({ ends, corners }: Ground, cells: Cell[]): Cell[] {
  if (!ends.size && !corners.size) return cells;
  const at = new Map(cells.map((c) => [c.name, c]));
  return cells.map((c) => {
    const edge = ends.get(c.name);
    const [from, to] = [at.get(edge?.from ?? ""), at.get(edge?.to ?? "")];
    if (from && to) return { ...c, edge: true, own: bar(from, to, cornerRadius + 5, 9) };
    return corners.has(c.name) ? { ...c, own: circle(cornerRadius) } : c;
  });
}

function lineOf(from: Cell | undefined, to: Cell | undefined): string {
  return from && to ? `M${Math.round(from.x)} ${Math.round(from.y)}L${Math.round(to.x)} ${Math.round(to.y)}` : "";
}

function outlinesOf({ corners, round }: Shape, { holes, joined }: Ground): Pick<Plan, "outline" | "ring" | "trace"> {
  const soft = (half: number, by: number) => rounded({ x: -half, y: -half, width: 2 * half, height: 2 * half }, by);
  if (holes) return { outline: soft(50, 9), ring: circle(44), trace: circle(46) };
  if (round) return { outline: circle(40), ring: circle(38), trace: circle(44) };
  if (corners.length === 4 && joined) return { outline: soft(50, 0), ring: soft(45, 6), trace: ticks(45, 13) };
  if (corners.length === 4) return { outline: soft(47, 9), ring: soft(44, 8), trace: ticks(45, 13) };
  return { outline: polygon(corners), ring: polygon(corners, 0.88), trace: circle(44) };
}

/** centred is the box with coordinates; if there is room beside it, it has the same margin on the right as on the left. */
export function centred({ box, lettered }: Plan, { wide, high }: { wide: number; high: number }): Box {
  const margin = box.x - lettered.x;
  const width = Math.max(lettered.width, box.width + 2 * margin);
  return margin > 0 && wide * lettered.height >= width * high ? { ...lettered, width } : lettered;
}

/** withLetters extends a box to contain the coordinates. */
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
