// The names of players and seats, for every sentence, list and label.

import type { Role, Seat, Sitter } from "./wire.js";
import { words } from "./words.js";

/** Seating is who has which seat, and the roles of the seats. */
export interface Seating {
  players: readonly Sitter[];
  roles: readonly Role[];
}

/** roleOf is the game's name for a seat, or "". */
export const roleOf = (seat: Seat, { roles }: Pick<Seating, "roles">) => roles[seat]?.name ?? "";

/** seatName is the name of a seat, whoever has it: White, or Player 1. */
export const seatName = (seat: Seat, seating: Pick<Seating, "roles">) => roleOf(seat, seating) || words.player(seat);

/** playerName is the name of a seat's player, or "". */
const playerName = (player: Sitter | undefined) => (player?.bot ? words.bot : (player?.name ?? ""));

/**
 * nameOf is the name of a seat's player, or else the seat's role, or else its number. Bots, and players who share a
 * name, get their role or number as a suffix, unless the role is shown beside the name.
 */
export function nameOf(seat: Seat, seating: Seating, beside = false): string {
  const player = seating.players[seat];
  const name = playerName(player);
  if (!name) return seatName(seat, seating);
  const role = roleOf(seat, seating);
  if (role && beside) return name;
  const same = (text: string | undefined, s: number) => s !== seat && text?.toLowerCase() === name.toLowerCase();
  const ambiguous =
    seating.players.some((p, s) => same(playerName(p), s)) || seating.roles.some((r, s) => same(r.name, s));
  return ambiguous || (role && player?.bot) ? words.withSuffix(name, role || String(seat + 1)) : name;
}
