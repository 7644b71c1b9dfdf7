// How a board is turned, so that its cells are as large as they can be where it lies.

import type { Seat } from "../wire";
import type { Ground } from "./boardplan";
import { boxAround, turn, unit } from "./geometry";

const angles = [0, 30, 60, 90];
const gain = 1.2; // by which cells must grow for a board to be turned
const hold = 1.1; // and to stay so

/** Size is that of the box which a board may fill, in pixels. */
export interface Size {
  wide: number;
  high: number;
}

/** seated is the angle that brings the side of a seat to the front, if it has a single one. */
function seated(sides: readonly Seat[], me: Seat | undefined): number {
  const own = [180, 270, 0, 90].filter((_, side) => me !== undefined && sides[side] === me);
  return own.length === 1 ? own[0]! : 0;
}

/**
 * turnFor is the angle at which a board lies best, if it lies at another now. Grids are turned only for a seat that has one of
 * their sides; hexagons also for their size.
 */
export function turnFor({ cells, shape, sides }: Ground, size: Size, now: number, me: Seat | undefined): number {
  const front = seated(sides, me);
  if (shape.corners.length !== 6) return front;
  const base = front === 180 ? 180 : 0;
  if (!size.wide || !size.high) return base;
  const worth = (angle: number) => {
    const { width, height } = boxAround(
      cells.map((c) => turn(c, angle)),
      unit * 0.9,
    );
    return Math.min(size.wide / width, size.high / height) / (angle === 0 ? 1 : angle + base === now ? hold : gain);
  };
  const worths = angles.map(worth);
  const best = Math.max(...worths) * 0.999; // the first of those that are as good
  return base + angles[worths.findIndex((w) => w >= best)]!;
}
