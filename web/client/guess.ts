// What the table is expected to show once the player's move is made.

import type { Change } from "./wire.js";
import type { Moment } from "./moment.js";

/** Guess is a moment that the table shows before the server has made the move. */
export interface Guess {
  moment: Moment;
  changes: Change[];
  recent: ReadonlySet<string>; // what was marked as the last move before
  gliding: Promise<void>; // until the things have arrived
}

/** reconciled is the guessed moment with the names that the server has given to new things, so that they stay where they are. */
export function reconciled({ moment, changes }: Guess, real: Moment): Moment {
  const names = new Map<string, string>();
  for (const { of: at = "" } of changes.filter((c) => c.field === "@holds")) {
    const [guessed, listed] = [moment.seen.list(at), real.seen.list(at)];
    for (const [i, name] of listed.entries())
      if (guessed[i]?.startsWith("new:") && !guessed.includes(name)) names.set(guessed[i], name);
  }
  return names.size ? { ...moment, seen: moment.seen.renamed(names) } : moment;
}
