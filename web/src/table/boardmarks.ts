// What is on each cell of a board, what a click on it means, and how it is said.

import type { Seat } from "../types";
import { words } from "../words";
import type { Choices } from "./choices";
import type { Plan } from "./boardplan";
import type { Cell } from "./geometry";
import { glyph } from "./motif";
import type { Position, Thing } from "./position";
import { faceless } from "./seen";

/** Content is what lies on a cell, and how that is said. */
export interface Content {
  things: Thing[];
  holds: string;
}

/** Mark is what there is to know of a cell at one moment. */
export interface Mark extends Content {
  state: "open" | "chosen" | "closed" | undefined;
  target: string; // what a click chooses: the cell, a thing on it, or a cell in its line; empty if nothing
  aims: string; // the other cell that is meant, if there is one
  why: string;
  fresh: boolean; // the last move was here
  says: string; // all of it, for those who do not see it
}

export interface Players {
  names: readonly string[];
  me: Seat | undefined;
}

/** contentsOf looks at every cell once. What is as it was before is the same object, so that it is not drawn anew. */
export function contentsOf({ cells }: Plan, position: Position, players: Players, before: ReadonlyMap<string, Content>): Map<string, Content> {
  const contents = new Map<string, Content>();
  for (const { name } of cells) {
    const things = position.things(name);
    const was = before.get(name);
    const holds = things.map((t) => say(t, position, players)).join(", ");
    contents.set(name, was && was.holds === holds && things.length === was.things.length && things.every((t, i) => same(t, was.things[i]!)) ? was : { things, holds });
  }
  return contents;
}

/** marksOf adds what can be chosen, and keeps what is as it was. */
export function marksOf(plan: Plan, contents: ReadonlyMap<string, Content>, choices: Choices, recent: ReadonlySet<string>, before: ReadonlyMap<string, Mark>): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const aims = choices.any ? aimsOf(plan, choices) : undefined;
  for (const cell of plan.cells) {
    const content = contents.get(cell.name)!;
    const fresh = recent.has(cell.name) || content.things.some((t) => recent.has(t.name));
    const mark: Mark = { ...content, state: undefined, target: "", aims: "", why: "", fresh, says: "" };
    if (choices.any) choosing(mark, cell, choices, aims?.(cell) ?? "");
    mark.says = sayCell(cell.name, mark);
    const was = before.get(cell.name);
    marks.set(cell.name, was && same(mark, was) ? was : mark);
  }
  return marks;
}

/** same compares the fields of two. */
function same<T extends object>(a: T, b: T): boolean {
  for (const key in a) if (a[key] !== b[key]) return false;
  return true;
}

/** choosing notes what can be chosen on a cell; what lies on top is meant first. */
function choosing(mark: Mark, cell: Cell, choices: Choices, aims: string): void {
  const names = [cell.name, ...mark.things.map((t) => t.name).reverse()];
  const open = names.find((n) => choices.state(n) === "open");
  const chosen = names.find((n) => choices.state(n) === "chosen");
  mark.state = chosen ? "chosen" : open ? "open" : "closed";
  mark.target = open ?? chosen ?? aims;
  if (mark.state !== "closed") return;
  mark.aims = aims;
  mark.why = aims ? "" : (names.map((n) => choices.why(n)).find((w) => w) ?? "");
}

/** aimsOf tells which open cell is meant by a cell that is not: the nearest in its line. */
function aimsOf({ cells, aim }: Plan, choices: Choices): ((cell: Cell) => string) | undefined {
  if (!aim) return undefined;
  const line = (c: Cell) => (aim === "column" ? c.col : c.row);
  const along = (c: Cell) => (aim === "column" ? c.row : c.col);
  const open = cells.filter((c) => choices.state(c.name) === "open");
  return (cell) => {
    const far = (c: Cell) => Math.abs(along(c) - along(cell));
    const here = open.filter((c) => line(c) === line(cell));
    return here.sort((a, b) => far(a) - far(b))[0]?.name ?? "";
  };
}

function say(thing: Thing, position: Position, { names, me }: Players): string {
  const text = thing.kind === faceless ? words.board.back : glyph(position.kind(thing.kind), thing.owner) || thing.text;
  if (thing.owner === undefined) return text;
  return thing.owner === me ? words.board.yours(text) : words.board.of(text, names[thing.owner] || words.seat(thing.owner));
}

function sayCell(name: string, mark: Mark): string {
  const { board } = words;
  const parts = [name, mark.holds || board.empty];
  if (mark.fresh) parts.push(board.recent);
  if (mark.state === "open") parts.push(board.open);
  if (mark.state === "chosen") parts.push(board.chosen);
  if (mark.state === "closed") parts.push(mark.aims ? board.aims(mark.aims) : board.closed(mark.why));
  return parts.join(", ");
}

/** saySides tells whose the sides of a board are. */
export function saySides(sides: readonly Seat[], { names, me }: Players): string {
  const seats = [...new Set(sides)].filter((s) => s >= 0).sort((a, b) => a - b);
  return seats
    .map((seat) => {
      const which = words.board.sides.filter((_, i) => sides[i] === seat);
      return words.board.has(seat === me ? words.board.you : names[seat] || words.seat(seat), which);
    })
    .join("; ");
}
