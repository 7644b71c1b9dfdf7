// The contents of a board's cells: how they are drawn, and how screen readers describe them.

import {
  faceless,
  overOf,
  pictureOf,
  placePictureOf,
  type Position,
  type PrintedBadge,
  printedOn,
  type Seat,
  type Thing,
} from "@plygame/client";
import { words } from "../words";
import { drawingOf, type Drawing } from "./boardpieces";
import type { Plan } from "./boardplan";
import { drawn, type Cell } from "./geometry";
import { glyph } from "./motif";

const maxDrawn = 3; // things drawn per cell at most

export interface Content {
  cell: Cell;
  things: readonly Thing[];
  holds: string; // the contents in words
  about: string; // explanations for players
  pieces: readonly Piece[];
  picture: string; // address of the picture of the cell itself
  over: string; // address of the faint picture over it
}

/** Piece is a thing with its position and drawing. */
export interface Piece {
  thing: Thing;
  drawing: Drawing;
  x: number;
  y: number;
  small: boolean; // drawn smaller to leave room for others
  tiny: boolean; // on the corner of a map
  count: number; // of all things on the cell, if not all are drawn
  badges: readonly PrintedBadge[];
}

/** Viewer is the viewer of a board. */
export interface Viewer {
  me: Seat | undefined;
  names: readonly string[]; // the players' names
  picture: boolean; // the board is only a picture
}

/** contentsOf computes the contents of every cell. Unchanged contents keep the same object, so that they are not drawn again. */
export function contentsOf(
  { cells }: Plan,
  position: Position,
  viewer: Viewer,
  before: ReadonlyMap<string, Content>,
): Map<string, Content> {
  const contents = new Map<string, Content>();
  for (const cell of cells) {
    const things = position.seen.list(cell.name).length ? position.things(cell.name) : [];
    const holds = things.map((t) => describe(t, position, viewer)).join(", ");
    const remembered = position.derivedFacts(cell.name, viewer.names).map((f) => `${f.label} ${f.value}`);
    const about = [...remembered, ...things.map((t) => position.about(t, viewer.names))].filter(Boolean).join(" · ");
    const picture = placePictureOf(position, cell.name);
    const over = overOf(position, cell.name);
    const pieces = piecesOf(cell, things, position, viewer.picture);
    const was = before.get(cell.name);
    const same =
      was &&
      was.cell === cell &&
      was.holds === holds &&
      was.about === about &&
      was.picture === picture &&
      was.over === over &&
      sameThings(things, was.things) &&
      samePieces(pieces, was.pieces);
    contents.set(cell.name, same ? was : { cell, things, holds, about, pieces, picture, over });
  }
  return contents;
}

/** samePieces compares what a thing's values can change about its drawing. */
function samePieces(these: readonly Piece[], those: readonly Piece[]): boolean {
  return these.every(({ drawing, badges }, i) => {
    const other = those[i]!;
    return (
      drawing.picture === other.drawing.picture && badges.map(badgeText).join() === other.badges.map(badgeText).join()
    );
  });
}

const badgeText = (b: PrintedBadge) => `${b.at} ${b.value} ${b.max}`;

function sameThings(these: readonly Thing[], those: readonly Thing[]): boolean {
  return (
    these.length === those.length &&
    these.every(({ name, kind, owner, text }, i) => {
      const other = those[i]!;
      return name === other.name && kind === other.kind && owner === other.owner && text === other.text;
    })
  );
}

/** shapedAs draws a thing on an edge of a map as that edge, unless it has a picture. */
function shapedAs({ own, edge }: Cell, drawing: Drawing): Drawing {
  if (!own || !edge || drawing.picture) return drawing;
  return { ...drawing, body: { shape: drawn(own), shade: "", top: "" }, look: "bodied", sign: "", stroke: "" };
}

/**
 * piecesOf returns the things of a cell that are drawn; several are drawn slightly apart. If there are many, things that
 * look alike are one piece with their number, and the pieces share the cell.
 */
export function piecesOf(cell: Cell, things: readonly Thing[], position: Position, picture: boolean): Piece[] {
  const stacked = position.place(cell.name)?.order === "stacked";
  const unlike = new Set(things.map((t) => `${t.kind} ${t.owner}`)).size > 1;
  const apart = unlike && !stacked;
  if (things.length > (apart ? 2 : maxDrawn)) return crowdOf(cell, things, position, picture);
  const off = (i: number) => (i - (things.length - 1) / 2) * (apart ? 34 : 12);
  return things.map((thing, i) => ({
    ...pieceOf(cell, thing, position, picture),
    x: cell.x + off(i),
    y: cell.y - off(i) * (apart ? 0.6 : 1),
    small: things.length > 1,
  }));
}

function pieceOf(cell: Cell, thing: Thing, position: Position, picture: boolean): Piece {
  return {
    thing,
    drawing: shapedAs(
      cell,
      drawingOf(
        thing,
        position.kind(thing.kind),
        picture,
        pictureOf(position, thing),
        position.table.kinds.length === 1,
      ),
    ),
    x: cell.x,
    y: cell.y,
    small: false,
    tiny: Boolean(cell.own && !cell.edge),
    count: 0,
    badges: printedOn(position, thing)?.badges ?? [],
  };
}

const corners = [
  [-1, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
] as const;

/** crowdOf draws up to four groups of things that look alike, one in each corner of the cell; the last has the rest. */
function crowdOf(cell: Cell, things: readonly Thing[], position: Position, picture: boolean): Piece[] {
  const groups = new Map<string, { piece: Piece; n: number }>();
  for (const thing of things) {
    const piece = pieceOf(cell, thing, position, picture);
    const alike = [thing.kind, thing.owner, thing.text, piece.drawing.picture, ...piece.badges.map(badgeText)].join();
    const group = groups.get(alike);
    groups.set(alike, { piece, n: (group?.n ?? 0) + 1 });
  }
  const all = [...groups.values()];
  const shown = all.slice(-corners.length);
  const rest = all.slice(0, -corners.length).reduce((sum, g) => sum + g.n, 0);
  if (shown.length === 1) return [{ ...shown[0]!.piece, count: shown[0]!.n }];
  return shown.map(({ piece, n }, i) => {
    const [dx, dy] = corners[i]!;
    const count = n + (i === 0 ? rest : 0);
    return { ...piece, x: cell.x + 23 * dx, y: cell.y + 23 * dy, tiny: true, count: count > 1 ? count : 0 };
  });
}

function describe(thing: Thing, position: Position, { names, me }: Viewer): string {
  const text =
    thing.kind === faceless
      ? words.board.back
      : position.hasLabel(thing)
        ? thing.text
        : glyph(position.kind(thing.kind), thing.owner) || thing.text;
  if (thing.owner === undefined) return text;
  return thing.owner === me ? words.board.yours(text) : words.board.of(text, names[thing.owner] ?? "");
}

/** sideNames names the sides that belong to a seat. */
export function sideNames({ sides, angle }: Plan, seat: Seat | undefined): string[] {
  const round = words.board.sides;
  return sides.flatMap((s, i) =>
    s === seat ? [round[(2 * i - Math.floor(angle / 45) + round.length) % round.length]!] : [],
  );
}

/** describeSides describes whose the sides of a board are, as the board is turned. */
export function describeSides(plan: Plan, { names, me }: Viewer): string {
  const seats = [...new Set(plan.sides)].filter((s) => s >= 0).sort((a, b) => a - b);
  return seats
    .map((seat) => words.board.has(seat === me ? words.board.you : (names[seat] ?? ""), sideNames(plan, seat)))
    .join("; ");
}
