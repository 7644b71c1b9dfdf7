// The names of players: made up ones, and the server's rules for them.

import { homeWords as words } from "./words";

/** nameFault returns what is wrong with a name, or "". */
export function nameFault(name: string): string {
  if (!name.trim()) return words.gamePage.noName;
  return /[^\P{C}]|[\u2028\u2029]/u.test(name.trim()) ? words.gamePage.badName : "";
}

/** madeUpName returns a name for a player who has not chosen one yet. */
export function madeUpName(): string {
  const { first, last } = words.gamePage.madeUp;
  const one = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)]!;
  return `${one(first)} ${one(last)}`;
}
