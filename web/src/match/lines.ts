// What has happened, in words, with people by their names.

import { nameOf, seatName, type Seating } from "../names";
import type { Event, Line, Outcome, Seat } from "../wire";
import { words } from "../words";

/** lineText is a line in words, in which seats are called by who sat there when it was said. */
export function lineText(line: Line, seating: Seating): string {
  return line.text.replace(/\{(\d+)\}/g, (at, n: string) => {
    const arg = line.args?.[Number(n)];
    if (!arg) return at;
    if (arg.seat !== undefined)
      return arg.name && arg.name !== seating.players[arg.seat]?.name ? arg.name : nameOf(arg.seat, seating);
    if (arg.number !== undefined) return String(arg.number);
    return arg.label || arg.element || arg.word || "";
  });
}

/** eventTexts is an event in lines. */
export function eventTexts(e: Event, seating: Seating): string[] {
  const who = nameOf(e.seat, seating);
  switch (e.kind) {
    case "move":
      return [...(e.line ? [e.line] : []), ...(e.said ?? [])].map((l) => lineText(l, seating));
    case "undo":
      return [e.seat < 0 ? words.told.undone : words.told.undo(who)];
    case "resign":
      return [words.told.resign(who)];
    case "seat":
      return [seatText(e, seatName(e.seat, seating))];
    case "rules":
      return [words.told.rules];
    default:
      return [];
  }
}

const seatText = (e: Event, seat: string) =>
  e.bot ? words.told.bot(seat) : e.name ? words.told.sits(e.name, seat) : words.told.free(seat);

/** resultText is how a match ended, as one of the players or somebody else reads it. */
export function resultText(o: Outcome, seating: Seating, me: Seat | undefined): string {
  if (o.draw) return words.match.draw;
  const others = o.winners.filter((s) => s !== me).map((s) => nameOf(s, seating));
  if (others.length < o.winners.length) return others.length ? words.match.youWinToo(others) : words.match.youWin;
  return others.length ? words.match.wins(others) : words.match.nobodyWins;
}

/** capital is a text that begins with a capital letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
