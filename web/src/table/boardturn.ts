// Chooses the angle at which a board's cells are largest.

import type { Seat } from "@plygame/client";
import type { Ground } from "./boardplan";
import { boxAround, turn, unit } from "./geometry";

const angles = [0, 30, 60, 90];
const turnGain = 1.2; // cells must grow by this factor before a board is turned
const keepGain = 1.1; // and by this factor to keep it turned

/** Size is the space available to a board, in pixels. */
export interface Size {
  wide: number;
  high: number;
}

/** angleForSeat is the angle that puts a seat's side at the bottom, if it has exactly one. */
function angleForSeat(sides: readonly Seat[], me: Seat | undefined): number {
  const own = [180, 270, 0, 90].filter((_, side) => me !== undefined && sides[side] === me);
  return own.length === 1 ? own[0]! : 0;
}

/**
 * turnFor returns the best angle for a board, given its current one. Grids are turned only for a seat that has one of
 * their sides; hexagons also to make their cells larger.
 */
export function turnFor({ cells, shape, sides }: Ground, size: Size, now: number, me: Seat | undefined): number {
  const front = angleForSeat(sides, me);
  if (shape.corners.length !== 6) return front;
  const base = front === 180 ? 180 : 0;
  if (!size.wide || !size.high) return base;
  const cellSize = (angle: number) => {
    const { width, height } = boxAround(
      cells.map((c) => turn(c, angle)),
      unit * 0.9,
    );
    return (
      Math.min(size.wide / width, size.high / height) / (angle === 0 ? 1 : angle + base === now ? keepGain : turnGain)
    );
  };
  const sizes = angles.map(cellSize);
  const best = Math.max(...sizes) * 0.999; // takes the first of equally good angles
  return base + angles[sizes.findIndex((w) => w >= best)]!;
}
