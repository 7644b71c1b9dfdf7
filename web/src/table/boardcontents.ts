// What lies on the cells of a board, how it is drawn and how it is said.

import type { Seat } from "../wire";
import { words } from "../words";
import { drawingOf, type Drawing } from "./boardpieces";
import type { Plan } from "./boardplan";
import type { Cell } from "./geometry";
import { glyph } from "./motif";
import type { Position, Thing } from "./position";
import { faceless } from "./seen";

const most = 3; // things of one cell that are drawn

/** Content is what lies on a cell. */
export interface Content {
  cell: Cell;
  things: readonly Thing[];
  holds: string; // in words
  about: string; // what players should know of it
  pieces: readonly Piece[];
}

/** Piece is a thing, where and how it is drawn. */
export interface Piece {
  thing: Thing;
  drawing: Drawing;
  x: number;
  y: number;
  small: boolean; // it leaves room for others
  count: number; // of all that lie there, if not all are drawn
}

/** Watcher is who looks at the board. */
export interface Watcher {
  me: Seat | undefined;
  names: readonly string[]; // of the players
  picture: boolean; // it is only a picture
}

/** contentsOf looks at every cell once. What is as it was before is the same object, so that it is not drawn anew. */
export function contentsOf(
  { cells }: Plan,
  position: Position,
  watcher: Watcher,
  before: ReadonlyMap<string, Content>,
): Map<string, Content> {
  const contents = new Map<string, Content>();
  for (const cell of cells) {
    const things = position.seen.list(cell.name).length ? position.things(cell.name) : [];
    const holds = things.map((t) => say(t, position, watcher)).join(", ");
    const about = things
      .map((t) => position.about(t, watcher.names))
      .filter(Boolean)
      .join(" · ");
    const was = before.get(cell.name);
    const same = was && was.cell === cell && was.holds === holds && was.about === about && alike(things, was.things);
    contents.set(
      cell.name,
      same ? was : { cell, things, holds, about, pieces: piecesOf(cell, things, position, watcher.picture) },
    );
  }
  return contents;
}

function alike(these: readonly Thing[], those: readonly Thing[]): boolean {
  return (
    these.length === those.length &&
    these.every(({ name, kind, owner, text }, i) => {
      const other = those[i]!;
      return name === other.name && kind === other.kind && owner === other.owner && text === other.text;
    })
  );
}

/** piecesOf are the things of a cell that are drawn; several lie a little beside each other. */
function piecesOf(cell: Cell, things: readonly Thing[], position: Position, picture: boolean): Piece[] {
  const shown = things.slice(-most);
  const off = (i: number) => (i - (shown.length - 1) / 2) * 12;
  const count = things.length > most ? things.length : 0;
  return shown.map((thing, i) => ({
    thing,
    drawing: drawingOf(thing, position.kind(thing.kind), picture),
    x: cell.x + off(i),
    y: cell.y - off(i),
    small: shown.length > 1,
    count: i === most - 1 ? count : 0,
  }));
}

function say(thing: Thing, position: Position, { names, me }: Watcher): string {
  const text =
    thing.kind === faceless
      ? words.board.back
      : position.named(thing)
        ? thing.text
        : glyph(position.kind(thing.kind), thing.owner) || thing.text;
  if (thing.owner === undefined) return text;
  return thing.owner === me ? words.board.yours(text) : words.board.of(text, names[thing.owner] ?? "");
}

/** joins are the sides that a seat has, in words. */
export function joins({ sides, angle }: Plan, seat: Seat | undefined): string[] {
  const round = words.board.sides;
  return sides.flatMap((s, i) =>
    s === seat ? [round[(2 * i - Math.floor(angle / 45) + round.length) % round.length]!] : [],
  );
}

/** saySides tells whose the sides of a board are, as it is turned. */
export function saySides(plan: Plan, { names, me }: Watcher): string {
  const seats = [...new Set(plan.sides)].filter((s) => s >= 0).sort((a, b) => a - b);
  return seats
    .map((seat) => words.board.has(seat === me ? words.board.you : (names[seat] ?? ""), joins(plan, seat)))
    .join("; ");
}
