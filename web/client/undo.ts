// What can be undone.

import type { Action, Event, Seat } from "./wire.js";

/** undoable reports whether a seat can ask to undo its last move: it has one that counts, and nothing since is final. */
export function undoable(events: readonly Event[], actions: readonly Action[], seat: Seat | undefined): boolean {
  const final = new Set(actions.filter((a) => a.noUndo).map((a) => a.name));
  const line = lastMoves(events);
  const own = line.findIndex((e) => e.seat === seat);
  return own >= 0 && !line.slice(0, own + 1).some((e) => final.has(e.move?.split(" ")[0] ?? ""));
}

/** lastMoves returns the moves that count, the latest first. */
function lastMoves(events: readonly Event[]): Event[] {
  const line: Event[] = [];
  let limit = Infinity; // an undo returns to an earlier entry
  for (const e of events.toReversed()) {
    if (e.n > limit) continue;
    if (e.kind === "undo") limit = e.back ?? 0;
    if (e.kind === "move") line.push(e);
  }
  return line;
}
