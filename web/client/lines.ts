// Lines, events and results as text, with the players' names.

import { nameOf, seatName, type Seating } from "./names.js";
import type { Event, Line, Outcome, Seat } from "./wire.js";
import { words } from "./words.js";

/** lineText is the text of a line, with seats replaced by the names of their players. {0|point|points} is a plural. */
export function lineText(line: Line, seating: Seating): string {
  return line.text.replace(/\{(\d+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (at, n: string, one?: string, more?: string) => {
    const arg = line.args?.[Number(n)];
    if (!arg) return at;
    if (one !== undefined && more !== undefined) return arg.number === 1 ? one : more;
    if (arg.seat !== undefined)
      return arg.name && arg.name !== seating.players[arg.seat]?.name ? arg.name : nameOf(arg.seat, seating);
    if (arg.number !== undefined) return String(arg.number);
    return arg.label || arg.element || arg.word || "";
  });
}

/** sitterAt is the name of the player who had a seat at an entry, or undefined if the events do not say. */
function sitterAt(seat: Seat, n: number, events: readonly Event[]): string | undefined {
  const last = events.findLast((e) => e.kind === "seat" && e.seat === seat && e.n < n);
  const changed = events.some((e) => e.kind === "seat" && e.seat === seat && e.n > n);
  return changed ? last && (last.bot ? words.bot : last.name) : undefined;
}

/** eventTexts is the text of an event, in lines. events are all known events, which say who had which seat at the time. */
export function eventTexts(e: Event, seating: Seating, events: readonly Event[] = []): string[] {
  const who = sitterAt(e.seat, e.n, events) ?? nameOf(e.seat, seating);
  switch (e.kind) {
    case "move":
      return [
        ...(e.line ? [isUnseen(e.line) ? words.events.unseen(who) : lineText(e.line, seating)] : []),
        ...(e.said ?? []).map((l) => lineText(l, seating)),
      ];
    case "undo":
      return [e.seat < 0 ? words.events.undone : words.events.undo(who)];
    case "resign":
      return [words.events.resign(who)];
    case "seat":
      return e.reserved ? [] : [seatText(e, seatName(e.seat, seating))]; // reserved seats are shown in the list of players
    case "rules":
      return [words.events.rules];
    case "restored":
    case "looked":
    case "closed":
      return [words.events[e.kind]];
    default:
      return [];
  }
}

const unknown = "something"; // the word for what a reader may not know

/** isUnseen reports whether a line about a move names several things that the reader may not know, and nothing else. */
function isUnseen(line: Line): boolean {
  const chosen = line.args?.filter((a) => a.seat === undefined) ?? [];
  return chosen.length > 1 && chosen.every((a) => a.word === unknown);
}

/** logLines is the text of an event for the log. What the rules say of a move replaces its notation if it names the player first. */
export function logLines(e: Event, seating: Seating, events: readonly Event[]): string[] {
  const all = eventTexts(e, seating, events);
  const told = e.said?.[0];
  const first = /^\{(\d+)\}/.exec(told?.text ?? "")?.[1];
  const named = first !== undefined && told?.args?.[Number(first)]?.seat === e.seat;
  return (named && e.line ? all.slice(1) : all).map(capital);
}

/** logText is the text of an event in one line. */
export const logText = (e: Event, seating: Seating, events: readonly Event[]): string =>
  logLines(e, seating, events).join(". ");

const seatText = (e: Event, seat: string) =>
  e.bot ? words.events.bot(seat) : e.name ? words.events.sits(e.name, seat) : words.events.free(seat);

/** choiceText is what a move chooses, without the player's name; empty if it chooses nothing. */
export function choiceText(e: Event, seating: Seating): string {
  const args = (e.line?.args ?? []).filter((a) => a.seat !== e.seat);
  return args.map((a) => lineText({ text: "{0}", args: [a] }, seating)).join(", ");
}

/** resultText is the result as one of the players or a spectator reads it. */
export function resultText(o: Outcome, seating: Seating, me: Seat | undefined): string {
  if (o.draw) return words.result.draw;
  const others = o.winners.filter((s) => s !== me).map((s) => nameOf(s, seating));
  if (others.length < o.winners.length) return others.length ? words.result.youWinToo(others) : words.result.youWin;
  return others.length ? words.result.wins(others) : words.result.nobodyWins;
}

/** capital returns the text with its first letter capitalized. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
