// The draft in the form in which the table needs it.

import type { Choices } from "../table/choices";
import {
  advice,
  type Ghost,
  lineText,
  noPreview,
  type Position,
  type Preview,
  previewOf,
  previewOfTrail,
} from "@plygame/client";
import { words } from "../words";
import type { Match } from "./match.svelte";

const minTouchSize = 32; // pixels; anything smaller is hard to hit with a finger

/** choicesOf returns what can be chosen on the table now. */
export function choicesOf(match: Match): Choices {
  const { draft } = match;
  const values = draft.values;
  const chosen = draft.chosen;
  const secret = new Set((match.secret?.line?.args ?? []).flatMap((a) => a.element ?? []));
  const offered = draft.offers.length > 0 && (values.size > 0 || chosen.size > 0);
  const any = match.myTurn && (offered || draft.sent.length > 0);
  const advised = any && match.hint ? advice(match.hint, draft) : undefined;
  return {
    any,
    advised: (name) => advised?.get(name),
    state(name) {
      if (secret.has(name)) return "chosen";
      if (!any) return undefined;
      if (chosen.has(name)) return "chosen";
      const known = draft.meaning(name);
      if (!known) return undefined;
      return known.value.why || known.offers.every((o) => o.why) ? "closed" : "open";
    },
    changes: (name) => any && draft.changes(name),
    preview: (name) => previewAt(match, name),
    why(name) {
      const known = draft.meaning(name);
      const why = known?.value.why || known?.offers.find((o) => o.why)?.why;
      if (why) return words.choose.cannot(lineText(why, match.seating));
      return any ? words.choose.not : match.seat !== undefined && !match.myTurn && !match.over ? words.choose.wait : "";
    },
    note(name) {
      const note = any ? draft.meaning(name)?.value.note : undefined;
      return note ? lineText(note, match.seating) : "";
    },
    choose(name, by, at) {
      if (secret.has(name) && match.withdrawal) return void draft.act(match.withdrawal);
      void draft.point(name, by === "fingertip" || (by === "touch" && isSmall(name)), at);
    },
  };
}

/** isSmall reports whether a place is drawn too small to be hit reliably. */
function isSmall(name: string): boolean {
  const box = document.querySelector(`[data-place="${CSS.escape(name)}"]`)?.getBoundingClientRect();
  return box !== undefined && Math.min(box.width, box.height) < minTouchSize;
}

/** previewAt returns what choosing something would change; with "", what is chosen so far or on its way. */
function previewAt({ draft, position }: Match, name: string): Preview {
  if (!position) return noPreview;
  const then = name ? draft.thenAt(name) : undefined;
  const trail = draft.sent.length ? draft.sent : draft.trail;
  const way = previewOfTrail(position, name && !then ? [...trail, name] : trail);
  if (!then && !way.puts.length) return soFar(draft, position);
  return then ? { ...previewOf(position, then), path: way.path.length ? [...way.path, name] : [] } : way;
}

/** soFar is what the choices so far put where the player has chosen, if every way to continue does that. */
function soFar(draft: Match["draft"], position: Position): Preview {
  const thens = draft.thens;
  if (!draft.chosen.size || !thens.length) return noPreview;
  const all = thens.map((then) => previewOf(position, then).puts);
  const everywhere = ({ thing, at }: Ghost) =>
    all.every((puts) => puts.some((p) => p.at === at && p.thing.name === thing.name));
  return { ...noPreview, puts: all[0]!.filter((p) => draft.chosen.has(p.at) && everywhere(p)) };
}
