// The cover image of a game without a board: which of its things to show, and how to arrange them.

import { faceless, type Place, type Position, type Thing } from "@plygame/client";

export interface Composition {
  fan: Thing[]; // cards held in a hand
  spread: boolean; // the fan shows whole faces, not just the corners
  loose: Thing[]; // dice, tokens
  rows: Thing[][]; // things in places that are drawn side by side
  piles: Thing[][]; // the top things of each stack
}

const maxHeld = 7;
const maxSpread = 4;
const maxRows = 5;
const maxInRow = 9;
const maxPiles = 2;

/** compose shows what the first seat holds and what it draws from; failing that, the things in rows. */
export function compose(position: Position): Composition {
  const held = heldThings(position);
  if (held.length < 2) return { ...nothing, rows: rows(position) };
  if (held.filter((t) => isFlat(position, t)).length * 2 > held.length) return { ...nothing, loose: held };
  const spread = !held.every((t) => isSuited(t.text));
  return { ...nothing, fan: spread ? distinct(held) : held, spread, piles: piles(position) };
}

const nothing: Composition = { fan: [], spread: false, loose: [], rows: [], piles: [] };

/** distinct prefers things that look different, if there are enough of them. */
function distinct(held: Thing[]): Thing[] {
  const seen = new Set<string>();
  const different = held.filter((t) => !seen.has(t.text) && seen.add(t.text));
  return (different.length > 1 ? different : held).slice(0, maxSpread);
}

export const isEmpty = (c: Composition) => !c.fan.length && !c.loose.length && !c.rows.length;

/** heldThings returns the things in the first seat's fullest place, face up if possible. */
function heldThings(position: Position): Thing[] {
  const own = position.table.places.flatMap((p) =>
    p.spots.filter((s) => s.owner === 0).map((s) => position.things(s.name)),
  );
  const faced = own.map((things) => things.filter((t) => t.kind !== faceless));
  return [...faced].sort((a, b) => b.length - a.length)[0]?.slice(0, maxHeld) ?? [];
}

function rows(position: Position): Thing[][] {
  const shared = position.table.places
    .filter((p) => p.order !== "stacked")
    .flatMap((p) => p.spots.filter((s) => s.owner === undefined));
  const filled = shared.map((s) => position.things(s.name)).filter((things) => things.length > 0);
  return filled.slice(0, maxRows).map((things) => things.slice(0, maxInRow));
}

function piles(position: Position): Thing[][] {
  const stacks = position.table.places.filter((p: Place) => p.order === "stacked").flatMap((p) => p.spots);
  const filled = stacks.map((s) => position.things(s.name)).filter((things) => things.length > 0);
  return filled.slice(0, maxPiles).map((things) => things.slice(-3));
}

const isSuited = (text: string) => /[♣♦♥♠]$/u.test(text);

function isFlat(position: Position, thing: Thing): boolean {
  const shape = position.kind(thing.kind)?.look?.shape;
  return shape === "square" || shape === "disc";
}
