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

/** turnFor is the angle at which a board lies best, if it lies at another now. Grids stay upright; who has their top side alone looks at them from there. */
export function turnFor({ cells, shape, sides }: Ground, size: Size, now: number, me: Seat | undefined): number {
  if (shape.corners.length !== 6) return me !== undefined && sides[0] === me && sides[2] !== me ? 180 : 0;
  if (!size.wide || !size.high) return 0;
  const worth = (angle: number) => {
    const { width, height } = boxAround(
      cells.map((c) => turn(c, angle)),
      unit * 0.9,
    );
    return Math.min(size.wide / width, size.high / height) / (angle === 0 ? 1 : angle === now ? hold : gain);
  };
  const worths = angles.map(worth);
  const best = Math.max(...worths) * 0.999; // the first of those that are as good
  return angles[worths.findIndex((w) => w >= best)]!;
}
