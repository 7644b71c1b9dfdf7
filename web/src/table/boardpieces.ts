// How things look on a board.

import type { Kind } from "../types";
import { circle, drawn, rounded } from "./geometry";
import { glyph, seatColour } from "./motif";
import type { Thing } from "./position";
import { faceless } from "./seen";

/** Drawing is a body and a sign on it; a thing without a body is its sign. */
export interface Drawing {
  body: Body | undefined;
  sign: string;
  stroke: string; // of signs that are drawn rather than written
  size: number; // of signs that are written
  colour: string;
  tinted: boolean; // the rules give the colour
  rim: string | undefined;
}

/** Body is drawn with its edge below and something on top. */
interface Body {
  name: string;
  shape: string;
  shade: string;
  top: string;
}

const tile = (y: number) => drawn(rounded({ x: -36, y: y - 36, width: 72, height: 72 }, 12));
const bodies: Record<string, Body> = {
  disc: { name: "disc", shape: drawn(circle(38)), shade: drawn(circle(38), { x: 0, y: 3.5 }), top: drawn(circle(29)) },
  square: { name: "square", shape: tile(0), shade: tile(3.5), top: "" },
};
const back: Body = { name: "back", shape: tile(0), shade: "", top: "M-20 0L0 -20L20 0L0 20Z" };

const strokes = [
  { signs: /^[xX×✕]$/u, large: "M-25 -25L25 25M25 -25L-25 25", little: "M-10 -10L10 10M10 -10L-10 10" },
  { signs: /^[oO○]$/u, large: drawn(circle(27)), little: drawn(circle(11)) },
];

export function drawingOf({ kind: name, owner, text }: Thing, kind: Kind | undefined): Drawing {
  const look = kind?.look ?? {};
  const body = name === faceless ? back : bodies[look.shape ?? ""];
  const sign = body === back ? "" : glyph(kind, owner) || look.picture || text;
  const stroke = strokes.find((s) => s.signs.test(sign));
  return {
    body,
    sign,
    stroke: (body ? stroke?.little : stroke?.large) ?? "",
    size: Math.min(body ? 34 : 64, (body ? 110 : 150) / Math.max(1, [...sign].length)),
    colour: look.color || (owner !== undefined ? seatColour(owner) : body ? "var(--soft)" : "var(--ink)"),
    tinted: Boolean(look.color),
    rim: look.color && owner !== undefined ? seatColour(owner) : undefined,
  };
}
