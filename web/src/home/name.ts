// The name of a player: the server refuses the same.

import { words } from "../words";

/** nameFault is what is wrong with a name, empty if nothing is. */
export function nameFault(name: string): string {
  if (!name.trim()) return words.gamePage.noName;
  return /[^\P{C}]|[\u2028\u2029]/u.test(name.trim()) ? words.gamePage.badName : "";
}
