// Colours and signs of seats and things.

import type { Kind, Role, Seat } from "../wire";

const colours = 6; // in the style sheet, for seats without a colour of their own

/** named are the colours that a role can have; the style sheet defines each for text and for stones. */
const named = new Set([
  "red",
  "green",
  "blue",
  "yellow",
  "gold",
  "orange",
  "purple",
  "violet",
  "brown",
  "black",
  "white",
  "grey",
  "gray",
  "silver",
  "pink",
  "cyan",
  "teal",
]);

/** roleColours returns style declarations that give seats the colours of their roles, for seatColour and stoneColour. */
export function roleColours(roles: readonly Role[] | undefined): string {
  const colour = (r: Role) => r.color?.toLowerCase() ?? "";
  return (roles ?? [])
    .flatMap((r, seat) =>
      named.has(colour(r))
        ? [`--seat-${seat}: var(--ink-${colour(r)}); --stone-${seat}: var(--stone-${colour(r)});`]
        : [],
    )
    .join(" ");
}

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
