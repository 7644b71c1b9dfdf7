// The players of a match and its result, in words.

import { type Listing, nameOf, resultText, roleOf, type Seat, type Seating, seatName } from "@plygame/client";
import { homeWords as words } from "./words";

/** others names everyone except one seat, with their roles; bots without roles are only counted. */
export function others(seating: Seating, except: Seat | undefined): string[] {
  const rest = seating.players
    .map((player, seat) => ({ player, seat, role: roleOf(seat, seating) }))
    .filter((x) => x.seat !== except);
  const counted = rest.filter((x) => x.player.bot && !x.role).length;
  const named = rest.filter((x) => !x.player.free && (!x.player.bot || x.role));
  const names = named.map(({ seat, role }) =>
    role ? words.withSuffix(nameOf(seat, seating, true), role) : nameOf(seat, seating),
  );
  return counted ? [...names, words.homePage.bots(counted)] : names;
}

/** freeSeats lists the free seats by role, or counts them if they have no roles. */
export function freeSeats(seating: Seating): string {
  const free = seating.players.flatMap((p, seat) => (p.free ? [seat] : []));
  return free.every((seat) => roleOf(seat, seating))
    ? words.homePage.freeRoles(free.map((seat) => seatName(seat, seating)))
    : words.homePage.free(free.length);
}

/** outcome describes how a match ended, from the point of view of one seat or of a spectator. */
export function outcome({ outcome: o }: Listing, seating: Seating, mine: Seat | undefined): string {
  if (!o) return words.homePage.over;
  return words.homePage.outcome(resultText(o, seating, mine), o.scores);
}
