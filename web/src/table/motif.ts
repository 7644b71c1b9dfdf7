// Colours and signs by which seats and things are told apart.

import type { Kind, Role, Seat } from "../wire";

const colours = 6; // of the style sheet, for seats without one of their own

/** named are the colours that a role can have; the style sheet has each of them for texts and for stones. */
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

/** roleColours are style declarations that give seats the colours of their roles, wherever seatColour and stoneColour are used within. */
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

/** seatColour is the colour of a seat for texts and lines, which can be read on every ground. */
export const seatColour = (seat: Seat | undefined) =>
  seat === undefined || seat < 0 ? "var(--soft)" : `var(--seat-${seat}, var(--player-${seat % colours}))`;

/** stoneColour is the colour of what a seat has on the table: white is white. It needs a rim of seatColour to be seen on every ground. */
export const stoneColour = (seat: Seat | undefined) =>
  seat === undefined || seat < 0 ? seatColour(seat) : `var(--stone-${seat}, ${seatColour(seat)})`;

/** glyph is a sign for a thing of a kind: that of its owner, if there is one. */
export function glyph(kind: Kind | undefined, owner: Seat | undefined): string {
  const own = owner === undefined ? undefined : kind?.look?.bySeat?.[owner];
  return own ?? (kind?.look?.label && [...kind.look.label].length <= 2 ? kind.look.label : "");
}

/** isRed reports whether a text names a red card. */
export const isRed = (text: string) => /[♥♦]/u.test(text);
