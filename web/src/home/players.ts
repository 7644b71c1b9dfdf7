// Who sits in a match, and how it went, in words.

import { resultText } from "../match/lines";
import { nameOf, roleOf, seatName, type Seating } from "../names";
import type { Listing, Seat } from "../wire";
import { words } from "../words";

/** others names everyone but one seat, with their roles; bots without roles are counted. */
export function others(seating: Seating, but: Seat | undefined): string[] {
  const rest = seating.players
    .map((player, seat) => ({ player, seat, role: roleOf(seat, seating) }))
    .filter((x) => x.seat !== but);
  const counted = rest.filter((x) => x.player.bot && !x.role).length;
  const named = rest.filter((x) => !x.player.free && (!x.player.bot || x.role));
  const names = named.map(({ seat, role }) =>
    role ? words.toldApart(nameOf(seat, seating, true), role) : nameOf(seat, seating),
  );
  return counted ? [...names, words.homePage.bots(counted)] : names;
}

/** freeSeats are the seats that somebody can take, in words: by their roles, or how many they are. */
export function freeSeats(seating: Seating): string {
  const free = seating.players.flatMap((p, seat) => (p.free ? [seat] : []));
  return free.every((seat) => roleOf(seat, seating))
    ? words.homePage.freeRoles(free.map((seat) => seatName(seat, seating)))
    : words.homePage.free(free.length);
}

/** outcome is how a match ended, for one of its players or somebody else. */
export function outcome({ outcome: o }: Listing, seating: Seating, mine: Seat | undefined): string {
  if (!o) return words.homePage.over;
  return words.homePage.outcome(resultText(o, seating, mine), o.scores);
}
