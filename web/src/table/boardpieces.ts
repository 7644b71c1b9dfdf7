// The look of things on a board.

import { faceless, type Kind, type Thing } from "@plygame/client";
import { circle, drawn, rounded } from "./geometry";
import { glyph, seatColour, stoneColour } from "./motif";

/** Drawing is a body with a sign on it; a thing without a body is only a sign. */
export interface Drawing {
  body: Body;
  look: string; // CSS classes
  sign: string;
  stroke: string; // path of a sign that is drawn
  size: number; // font size of a sign that is text
  colour: string;
  rim: string | undefined;
  picture: string; // address of a picture that is drawn in place of body and sign
}

/** Body is a shape with a darker edge below and details on top. */
interface Body {
  shape: string;
  shade: string;
  top: string;
}

const tile = (y: number) => drawn(rounded({ x: -36, y: y - 36, width: 72, height: 72 }, 12));
const bodies: Record<string, Body> = {
  disc: { shape: drawn(circle(38)), shade: drawn(circle(38), { x: 0, y: 3.5 }), top: drawn(circle(29)) },
  square: { shape: tile(0), shade: tile(3.5), top: "" },
};
const back: Body = { shape: tile(0), shade: "", top: "M-20 0L0 -20L20 0L0 20Z" };

const none: Body = { shape: "", shade: "", top: "" };

const strokes = [
  { signs: /^[xX×✕]$/u, large: "M-25 -25L25 25M25 -25L-25 25", little: "M-10 -10L10 10M10 -10L-10 10" },
  { signs: /^[oO○]$/u, large: drawn(circle(27)), little: drawn(circle(11)) },
];

/**
 * drawingOf returns the drawing of a thing. Small pictures omit the signs on bodies. If the game has no other kind, the colour says all about a
 * player's piece: the name of its kind is not written on it.
 */
export function drawingOf(
  { kind: name, owner, text }: Thing,
  kind: Kind | undefined,
  picture: boolean,
  url = "",
  onlyKind = false,
): Drawing {
  const look = kind?.look ?? {};
  const body = name === faceless ? back : (bodies[look.shape ?? ""] ?? none);
  const bodied = body !== none;
  const shown = look.picture && [...look.picture].length <= 2 ? look.picture : "";
  const plain = onlyKind && bodied && owner !== undefined && text === (look.label || name);
  const sign = body === back ? "" : picture && bodied ? shown : shown || glyph(kind, owner) || (plain ? "" : text);
  const stroke = strokes.find((s) => s.signs.test(sign));
  return {
    body,
    look: body === back ? "back" : bodied ? "bodied" : "bare",
    sign,
    stroke: (bodied ? stroke?.little : stroke?.large) ?? "",
    size: Math.min(shown ? 52 : bodied ? 34 : 64, (bodied ? 110 : 150) / Math.max(1, [...sign].length)),
    colour:
      look.color ||
      (owner === undefined
        ? bodied
          ? "var(--soft)"
          : "var(--ink)"
        : body === back || !bodied
          ? seatColour(owner)
          : stoneColour(owner)),
    rim: owner === undefined ? undefined : seatColour(owner),
    picture: url,
  };
}
