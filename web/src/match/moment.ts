// A moment of a match: what the last welcome or update has left. docs/protocol.md, "What a client keeps".

import { Seen } from "../table/seen";
import type { Labels, Message } from "../types";

export interface Moment {
  seq: number;
  mark: string;
  seen: Seen;
  labels: Labels;
}

/** momentAfter is the moment that a message leads to. */
export function momentAfter(before: Moment | undefined, m: Message): Moment {
  const seq = m.seq ?? 0;
  const mark = m.mark ?? "";
  if (m.view) return { seq, mark, seen: Seen.of(m.view).derive(m.derived), labels: m.labels ?? {} };
  if (!before || before.seq !== m.from) throw new Error(`an update from ${m.from} does not fit ${before?.seq}`);
  const labels = { ...before.labels };
  for (const [name, text] of Object.entries(m.labels ?? {})) {
    if (text) labels[name] = text;
    else delete labels[name];
  }
  return { seq, mark, seen: before.seen.with(m.changes ?? []).derive(m.derived), labels };
}

/** touched are the names that a move has put somewhere. */
export function touched(m: Message): ReadonlySet<string> {
  const all = new Set<string>();
  for (const c of m.changes ?? []) {
    if (c.field !== "@holds") continue;
    const put = (c.is ?? "").split(" ").slice(1);
    const was = new Set((c.was ?? "").split(" ").slice(1));
    for (const n of put) if (n.startsWith("#") && !was.has(n)) all.add(n);
  }
  return all;
}
