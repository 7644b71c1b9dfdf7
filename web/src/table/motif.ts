// Colours and signs of seats and things.

import type { Kind, Seat } from "@plygame/client";

const colours = 6; // in the style sheet, for seats without a colour of their own

/** seatColour is the colour of a seat's text and lines, legible on every background. */
export const seatColour = (seat: Seat | undefined) =>
  seat === undefined || seat < 0 ? "var(--soft)" : `var(--seat-${seat}, var(--player-${seat % colours}))`;

/** stoneColour is the colour of a seat's pieces: white is white. It needs a rim of seatColour to be visible on every background. */
export const stoneColour = (seat: Seat | undefined) =>
  seat === undefined || seat < 0 ? seatColour(seat) : `var(--stone-${seat}, ${seatColour(seat)})`;

/** glyph is the sign of a kind; if things of the kind have owners with different signs, the owner's. */
export function glyph(kind: Kind | undefined, owner: Seat | undefined): string {
  const own = owner === undefined ? undefined : kind?.look?.bySeat?.[owner];
  return own ?? (kind?.look?.label && [...kind.look.label].length <= 2 ? kind.look.label : "");
}

export const isRed = (text: string) => /[♥♦]/u.test(text);
