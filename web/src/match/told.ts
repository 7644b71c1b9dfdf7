// What has happened, in words, with people by their names.

import type { Event, Sitter, Seat } from "../wire";
import { words } from "../words";

/** nameOf is what a seat is called: by who sits there. */
export function nameOf(seat: Seat, players: Sitter[]): string {
  const player = players[seat];
  const alike = players.filter((p) => (player?.bot ? p.bot : !p.bot && p.name === player?.name)).length > 1;
  if (player?.bot) return words.botName(alike ? seat : undefined);
  if (!player?.name) return words.seat(seat);
  return alike ? words.namesake(player.name, seat) : player.name;
}

/** retold is a text of the rules, in which seats are called by who sits there. */
export function retold(text: string, players: Sitter[]): string {
  return text.replace(/\b[Ss]eat (\d+)\b/g, (_, n: string) => nameOf(Number(n), players));
}

/** toldOf is an event in lines. */
export function toldOf(e: Event, players: Sitter[]): string[] {
  const who = nameOf(e.seat, players);
  switch (e.kind) {
    case "move":
      return [e.move === "?" ? words.told.secret(who) : words.told.move(who, retold(e.words ?? e.move ?? "", players)), ...(e.said ?? []).map((s) => retold(s, players))];
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
