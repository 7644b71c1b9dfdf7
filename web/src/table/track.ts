// Where the holes of a track are: rows, in groups of five, there and back again.

export interface Hole {
  x: number;
  y: number;
}

/** Lane is the track of one seat. */
export interface Lane {
  width: number;
  height: number;
  rows: { y: number; from: number; to: number }[];
  at: (value: number) => Hole; // 0 is before the first hole, and the goal is behind the last row
}

const step = 5;
const gap = 2; // more after five holes
const row = 6; // from row to row
const margin = 9;
const most = 60; // holes in a row

/** dashes draws holes as dots of a line. */
export const dashes = [...Array.from({ length: 4 }, () => `0 ${step}`), `0 ${step + gap}`].join(" ");

const along = (n: number) => n * step + Math.floor(n / 5) * gap;

/** lane lays out a track with this many holes, in rows of up to perRow. The last hole is apart. */
export function lane(goal: number, perRow = most): Lane {
  const holes = Math.max(1, goal - 1);
  const rows = Math.ceil(holes / perRow);
  const each = Math.ceil(holes / rows / 5) * 5;
  const width = along(each - 1) + 2 * margin;
  const y = (r: number) => row * (r + 0.5) + 1;
  const x = (r: number, n: number) => (r % 2 ? width - margin - along(n) : margin + along(n));
  return {
    width,
    height: rows * row + 2,
    rows: Array.from({ length: rows }, (_, r) => {
      const last = Math.min(each, holes - r * each) - 1;
      return { y: y(r), from: x(r, 0), to: x(r, last) };
    }),
    at(value) {
      if (value <= 0) return { x: margin - step, y: y(0) };
      if (value > holes) {
        const end = x(rows - 1, Math.min(each, holes - (rows - 1) * each) - 1);
        return { x: end + (rows % 2 ? step : -step), y: y(rows - 1) };
      }
      const r = Math.floor((value - 1) / each);
      return { x: x(r, (value - 1) % each), y: y(r) };
    },
  };
}
