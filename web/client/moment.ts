// A moment of a match: the state after the last welcome or update. docs/protocol.md, "What a client keeps".

import { Seen } from "./seen.js";
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

/** touched returns the names of everything that the changes put somewhere, and of the places that something left. */
export function touched(changes: readonly Change[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const c of changes) {
    if (c.field !== "@holds") continue;
    const put = new Set((c.is ?? "").split(" ").slice(1));
    const was = new Set((c.was ?? "").split(" ").slice(1));
    for (const n of put) if (n.startsWith("#") && !was.has(n)) all.add(n);
    if ([...was].some((n) => n.startsWith("#") && !put.has(n))) all.add(c.of ?? "");
  }
  return all;
}
