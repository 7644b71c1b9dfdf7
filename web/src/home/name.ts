// Checks a player's name by the server's rules.

import { words } from "../words";

/** nameFault returns what is wrong with a name, or "". */
export function nameFault(name: string): string {
  if (!name.trim()) return words.gamePage.noName;
  return /[^\P{C}]|[\u2028\u2029]/u.test(name.trim()) ? words.gamePage.badName : "";
}
