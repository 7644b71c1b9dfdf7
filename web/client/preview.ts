// What a choice will change on the table, to be shown faintly before it is made.

import type { Change } from "./wire.js";
import type { Position, Thing } from "./position.js";

/** Ghost is a thing drawn faintly where a move would put it. */
export interface Ghost {
  thing: Thing;
  at: string; // the place
}

/** Preview is what a move would put somewhere and take away, and the way that a thing takes. */
export interface Preview {
  puts: readonly Ghost[];
  takes: ReadonlySet<string>;
  path: readonly string[]; // places, if they are more than one step
}

export const noPreview: Preview = { puts: [], takes: new Set(), path: [] };

/** previewOf is the preview of changes. */
export function previewOf(position: Position, changes: readonly Change[]): Pick<Preview, "puts" | "takes"> {
  const after = position.after(position.seen.with(changes), position.labels);
  const puts: Ghost[] = [];
  const takes = new Set<string>();
  for (const { of: at = "" } of changes.filter((c) => c.field === "@holds")) {
    const [was, is] = [new Set(position.seen.names(at)), new Set(after.seen.names(at))];
    for (const name of is) if (!was.has(name)) puts.push({ thing: after.thing(name, at), at });
    for (const name of was) if (!is.has(name)) takes.add(name);
  }
  return { puts, takes };
}

/** previewOfTrail is the preview of a thing that goes from place to place, as far as the choices so far tell. */
export function previewOfTrail(position: Position, trail: readonly string[]): Preview {
  const [from, ...way] = trail.map((name) => (position.spot(name) ? name : (position.holder(name) ?? name)));
  const moving = trail[0] && !position.spot(trail[0]) ? trail[0] : from && position.seen.names(from).at(-1);
  const to = way.at(-1);
  if (!from || !moving || !to || to === from || !way.every((name) => position.spot(name))) return noPreview;
  return {
    puts: [{ thing: position.thing(moving, to), at: to }],
    takes: new Set([moving]),
    path: way.length > 1 ? [from, ...way] : [],
  };
}
