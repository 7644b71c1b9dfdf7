// A moment of a match: the state after the last welcome or update. docs/protocol.md, "What a client keeps".

import { entriesOf, faceless, Seen } from "./seen.js";
import type { Change, Message, Stage } from "./wire.js";

export interface Moment {
  seq: number;
  mark: string;
  seen: Seen;
  labels: Record<string, string>;
}

/** momentAfter is the moment after a message. */
export function momentAfter(before: Moment | undefined, m: Message): Moment {
  const seq = m.seq ?? 0;
  const mark = m.mark ?? "";
  if (m.view) return { seq, mark, seen: Seen.of(m.view).derive(m.derived), labels: m.labels ?? {} };
  if (!before || before.seq !== m.from) throw new Error(`an update from ${m.from} does not fit ${before?.seq}`);
  return { ...(m.stages ?? []).reduce(stageAfter, before), seq, mark };
}

/** stageAfter is the moment after one stage of a move. */
export function stageAfter(before: Moment, stage: Stage): Moment {
  return { ...before, ...after(before, stage) };
}

/** after applies changes to what is seen and to its labels. */
function after(
  before: Moment,
  { changes, labels: called, derived }: Pick<Stage, "changes" | "labels" | "derived">,
): Pick<Moment, "seen" | "labels"> {
  const all = Object.entries({ ...before.labels, ...called });
  const labels = Object.fromEntries(all.filter(([, text]) => text));
  return { seen: before.seen.with(changes ?? []).derive(derived), labels };
}

/**
 * touched returns the names of everything that the changes put somewhere, and of the places that something left. Faceless
 * things have no names, so the places that get them stand for them.
 */
export function touched(changes: readonly Change[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const c of changes) {
    if (c.field !== "@holds") continue;
    const [was, put] = [entriesOf(c.was ?? ""), entriesOf(c.is ?? "")];
    for (const n of put) if (n.startsWith("#") && !was.includes(n)) all.add(n);
    const left = was.some((n) => n.startsWith("#") && !put.includes(n));
    if (left || hidden(was) !== hidden(put)) all.add(c.of ?? "");
  }
  return all;
}

const hidden = (entries: readonly string[]) => entries.filter((n) => n === faceless).length;
