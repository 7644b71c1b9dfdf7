// Where the places of a table are: the zones of a seat's area, and the sides of the table at which seats sit.

import type { Place, Seat } from "@plygame/client";

/**
 * Zone is a part of a seat's area: the hand at the edge, things in front of it and behind those, and piles at the side. Places in
 * the middle are between the seats: the cards of a trick.
 */
export type Zone = "hand" | "front" | "behind" | "side" | "middle";

const zones: readonly string[] = ["hand", "front", "behind", "side", "middle"];

/** layoutOf is how the things in a place that is not a board are laid out. A card of a trick is not a hand. */
export function layoutOf({ look, order, each, max }: Place): string {
  return look?.layout || (order === "stacked" ? "pile" : each && max !== 1 && look?.zone !== "middle" ? "fan" : "row");
}

/** zoneOf is the declared zone of a place, or a guess: fans are held in the hand, piles are at the side. */
export function zoneOf(place: Place): Zone {
  const declared = place.look?.zone ?? "";
  if (zones.includes(declared)) return declared as Zone;
  const layout = layoutOf(place);
  return layout === "fan" ? "hand" : layout === "pile" ? "side" : "front";
}

/** inZone returns the places of one zone, in the order of the layout. */
export const inZone = (places: readonly Place[], zone: Zone) => places.filter((p) => zoneOf(p) === zone);

/** Sides are the seats at the sides of a table, clockwise from the player's left. */
export interface Sides {
  left: Seat[];
  top: Seat[];
  right: Seat[];
}

/**
 * around puts other seats, in the order of play, at the top; on a wide table, the first and the last of three or more sit
 * at its sides, of six or more two at each.
 */
export function around(others: readonly Seat[], wide: boolean): Sides {
  if (!wide || others.length < 3) return { left: [], top: [...others], right: [] };
  const each = others.length < 6 ? 1 : 2;
  return { left: others.slice(0, each).reverse(), top: others.slice(each, -each), right: others.slice(-each) };
}

/** Offset is where a card of a trick is, from the middle of the trick: in widths and heights of a card, to the right and down. */
export interface Offset {
  x: number;
  y: number;
}

/** circle returns where the cards of a trick are: each in front of its player, the viewer's at the bottom, the next one's on the left. */
export function circle(seats: number): Offset[] {
  const wide = seats > 4 ? 1.7 : 1.2;
  const high = seats > 4 ? 1.02 : seats === 2 ? 0.52 : 0.62;
  return Array.from({ length: seats }, (_, i) => {
    const angle = (2 * Math.PI * i) / seats;
    return { x: -Math.sin(angle) * wide, y: Math.cos(angle) * high };
  });
}

/** isBoard reports whether a place is drawn as a board. */
export const isBoard = (p: Place) => ["grid", "hex", "flat", "graph", "map"].includes(p.look?.layout ?? "");
