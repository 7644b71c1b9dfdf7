// Colours and signs by which seats and things are told apart.

import type { Kind, Seat } from "../wire";

const colours = 6;

/** seatColour is a colour of the style sheet. */
export const seatColour = (seat: Seat | undefined) => (seat === undefined || seat < 0 ? "var(--soft)" : `var(--seat-${seat % colours})`);

/** glyph is a sign for a thing of a kind: that of its owner, if there is one. */
export function glyph(kind: Kind | undefined, owner: Seat | undefined): string {
  const own = owner === undefined ? undefined : kind?.look?.bySeat?.[owner];
  return own ?? (kind?.look?.label && [...kind.look.label].length <= 2 ? kind.look.label : "");
}

/** isRed reports whether a text names a red card. */
export const isRed = (text: string) => /[♥♦]/u.test(text);
