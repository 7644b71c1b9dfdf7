// What a bot suggests: in words, and as figures on the things and places on the table.

import type { Seating } from "./names.js";
import type { Hint, Suggestion } from "./wire.js";
import { words } from "./words.js";
import type { DraftLogic } from "./draft.js";
import { lineText } from "./lines.js";

const mentioned = 3; // moves that are put into words

/** advice maps what can be clicked next to how good the best of the mentioned moves that choose it is, from 0 to 100. */
export function advice(
  hint: Hint,
  draft: Pick<DraftLogic, "move" | "values" | "here"> & { ambiguous?: DraftLogic["ambiguous"] },
): Map<string, number> {
  const all = new Map<string, number>();
  for (const [name, { value, offers }] of draft.values) {
    const known = offers.flatMap(({ action, at = 0 }) =>
      mentionedIn(hint).filter(
        (m) => m.action === action && m.picks[at]?.includes(value.value) && continues(m, draft, at),
      ),
    );
    if (known.length) all.set(name, Math.max(...known.map((m) => m.value)));
  }
  return all;
}

/** mentionedIn returns the moves that are put into words and marked on the table. */
const mentionedIn = (hint: Hint) => hint.moves.slice(0, mentioned);

/** continues reports whether a move begins with what is chosen in a draft. */
function continues(m: Suggestion, { move, here, ambiguous }: Parameters<typeof advice>[1], at: number): boolean {
  const before = ambiguous?.targets ? [[ambiguous.value]] : (move.picks ?? []).slice(0, at);
  return (
    before.every((values, i) => values.join() === (m.picks[i] ?? []).join()) &&
    here.every((v) => m.picks[at]?.includes(v))
  );
}

/** suggestionText is a suggested move in words, without the player's name. */
export function suggestionText(m: Suggestion, label: string, me: number, seating: Seating): string {
  const chosen = (m.line?.args ?? []).filter((a, i) => i > 0 || a.seat !== me);
  return [label, ...chosen.map((a) => lineText({ text: "{0}", args: [a] }, seating)).filter(Boolean)].join(" ");
}

/** hintText says what a bot would play, and what else. */
export function hintText(hint: Hint, text: (m: Suggestion) => string): string {
  const [best, ...others] = mentionedIn(hint).map((m) => ({ text: text(m), value: m.value }));
  return best ? words.hint(hint.level, best, others) : "";
}
