// Who sits in a match, and how it went, in words.

import type { Listing, Sitter } from "../wire";
import { words } from "../words";

/** others names everyone but one seat; bots are counted. */
export function others(seats: Sitter[], but = -1): string[] {
  const rest = seats.filter((_, seat) => seat !== but);
  const names = rest.filter((p) => p.name && !p.bot).map((p) => p.name!);
  const bots = rest.filter((p) => p.bot).length;
  return bots ? [...names, words.homePage.bots(bots)] : names;
}

export const freeSeats = (match: Listing) => match.seats.filter((p) => p.free).length;

/** outcome is how a match ended, with names in place of the numbers of seats. */
export function outcome(match: Listing, mine: number | undefined): string {
  const named = (match.outcome ?? "").replace(/\bseat (\d+)/g, (text, n: string) => {
    const seat = Number(n);
    const player = match.seats[seat];
    if (seat === mine) return words.homePage.you;
    if (!player) return text;
    return player.bot ? words.homePage.bots(1) : player.name || words.seat(seat);
  });
  return words.homePage.outcome(named) || words.homePage.over;
}

/** fromOne is a text of the rules, which counts seats from zero, as people count them. */
export const fromOne = (text: string) => text.replace(/\b([Ss]eat )(\d+)\b/g, (_, seat: string, n: string) => seat + (Number(n) + 1));
