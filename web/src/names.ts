// What players and seats are called: the one place that decides it, for every sentence, list and label.

import type { Role, Seat, Sitter } from "./wire";
import { words } from "./words";

/** Seating is who sits where, and what the game calls those seats. */
export interface Seating {
  players: readonly Sitter[];
  roles: readonly Role[];
}

/** roleOf is what the game calls a seat; empty, if it has no name for it. */
export const roleOf = (seat: Seat, { roles }: Pick<Seating, "roles">) => roles[seat]?.name ?? "";

/** seatName is what a seat is called, whoever sits there: White, or Player 1. */
export const seatName = (seat: Seat, seating: Pick<Seating, "roles">) => roleOf(seat, seating) || words.player(seat);

/** own is the name of whoever sits in a seat; empty, if nobody does. */
const own = (player: Sitter | undefined) => (player?.bot ? words.bot : (player?.name ?? ""));

/**
 * nameOf is what a seat is called by who sits there, else by its role, else by its number. Players of the same name, and
 * bots, have their role behind it, or their number; but no role where it is shown beside the name anyway.
 */
export function nameOf(seat: Seat, seating: Seating, beside = false): string {
  const player = seating.players[seat];
  const name = own(player);
  if (!name) return seatName(seat, seating);
  const role = roleOf(seat, seating);
  if (role && beside) return name;
  const same = (text: string | undefined, s: number) => s !== seat && text?.toLowerCase() === name.toLowerCase();
  const alike = seating.players.some((p, s) => same(own(p), s)) || seating.roles.some((r, s) => same(r.name, s));
  return alike || (role && player?.bot) ? words.toldApart(name, role || String(seat + 1)) : name;
}
