// What has happened, in words, with people by their names.

import type { Event, Line, Seat, Sitter } from "../wire";
import { words } from "../words";

/** nameOf is what a seat is called: by who sits there. */
export function nameOf(seat: Seat, players: Sitter[]): string {
  const player = players[seat];
  const alike = players.filter((p) => (player?.bot ? p.bot : !p.bot && p.name === player?.name)).length > 1;
  if (player?.bot) return words.botName(alike ? seat : undefined);
  if (!player?.name) return words.seat(seat);
  return alike ? words.namesake(player.name, seat) : player.name;
}

/** lineText is a line in words, in which seats are called by who sat there when it was said. */
export function lineText(line: Line, players: Sitter[]): string {
  return line.text.replace(/\{(\d+)\}/g, (at, n: string) => {
    const arg = line.args?.[Number(n)];
    if (!arg) return at;
    if (arg.seat !== undefined) return arg.name && arg.name !== players[arg.seat]?.name ? arg.name : nameOf(arg.seat, players);
    if (arg.number !== undefined) return String(arg.number);
    return arg.label || arg.element || arg.word || "";
  });
}

/** eventTexts is an event in lines. */
export function eventTexts(e: Event, players: Sitter[]): string[] {
  const who = nameOf(e.seat, players);
  switch (e.kind) {
    case "move":
      return [...(e.line ? [e.line] : []), ...(e.said ?? [])].map((l) => lineText(l, players));
    case "undo":
      return [e.seat < 0 ? words.told.undone : words.told.undo(who)];
    case "resign":
      return [words.told.resign(who)];
    case "seat":
      return [e.bot ? words.told.bot(words.seat(e.seat)) : e.name ? words.told.sits(e.name, words.seat(e.seat)) : words.told.free(words.seat(e.seat))];
    case "rules":
      return [words.told.rules];
    default:
      return [];
  }
}

/** capital is a text that begins with a capital letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
