// @vitest-environment node

import { describe, expect, test } from "vitest";
import {
  boxAround,
  cellsOf,
  circle,
  drawn,
  flat,
  hexagon,
  polygon,
  rounded,
  rowsOf,
  square,
  turn,
  turnShape,
  unit,
} from "./geometry";

const spots = (...at: [string, number, number][]) => at.map(([name, x, y]) => ({ name, x, y }));

describe("cells", () => {
  test("of squares are drawn upwards, and read from the last row", () => {
    const cells = cellsOf(spots(["a1", 0, 0], ["b1", 1, 0], ["b2", 1, 1], ["a2", 0, 1]), square);
    expect(cells[2]).toMatchObject({ name: "b2", x: unit, y: -unit, row: 1, col: 1 });
    expect(rowsOf(cells).map((row) => row.map((c) => c.name))).toEqual([
      ["a2", "b2"],
      ["a1", "b1"],
    ]);
  });

  test("of flat hexagons have rows although the columns are shifted", () => {
    const right = Math.sqrt(3) / 2;
    const cells = cellsOf(spots(["a1", 0, 0], ["b1", right, 0.5], ["a2", 0, 1], ["b2", right, 1.5]), flat);
    expect(cells.map((c) => [c.col, c.row])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
  });

  test("of hexagons have columns although the rows are shifted", () => {
    const up = Math.sqrt(3) / 2;
    const cells = cellsOf(spots(["a1", 0, 0], ["a2", 0.5, up], ["b2", 1.5, up], ["a3", 1, 2 * up]), hexagon);
    expect(cells.map((c) => [c.col, c.row])).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 2],
    ]);
  });

  test("without a position are laid out in a row", () => {
    expect(cellsOf([{ name: "left" }, { name: "right" }], square).map((c) => [c.x, c.y + 0])).toEqual([
      [0, 0],
      [unit, 0],
    ]);
  });
});

describe.each([
  ["square", square],
  ["hexagon", hexagon],
])("the sides of a %s", (_, shape) => {
  test.each(shape.steps.map((s, i) => [i, s] as const))("side %i faces its neighbour", (i, step) => {
    const [a, b] = [shape.corners[i]!, shape.corners[(i + 1) % shape.corners.length]!];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    expect(2 * middle.x).toBeCloseTo(step.col * shape.right.x + step.row * shape.up.x);
    expect(2 * middle.y).toBeCloseTo(step.col * shape.right.y + step.row * shape.up.y);
  });
});

test("turn rotates counterclockwise", () => {
  const p = turn({ x: 1, y: 0 }, 90);
  expect(p.x).toBeCloseTo(0);
  expect(p.y).toBeCloseTo(-1);
  expect(turnShape(square, 90).up.x).toBeCloseTo(-unit);
});

describe("a box", () => {
  test("contains all points, with a margin", () => {
    expect(
      boxAround(
        [
          { x: 1, y: 2 },
          { x: -3, y: 5 },
        ],
        10,
      ),
    ).toEqual({ x: -13, y: -8, width: 24, height: 23 });
  });

  test("around no points is only the margin", () => {
    expect(boxAround([], 5)).toEqual({ x: -5, y: -5, width: 10, height: 10 });
  });
});

describe("an outline", () => {
  test("of corners is closed", () => {
    expect(drawn(polygon(square.corners), { x: 100, y: 0 })).toBe("M50 -50l100 0l0 100l-100 0Z");
    expect(drawn(polygon(square.corners, 0.5))).toBe("M-25 -25l50 0l0 50l-50 0Z");
  });

  test("of a circle has two halves", () => {
    expect(drawn(circle(10))).toBe("M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z");
  });

  test("with rounded corners is as large as its box", () => {
    expect(drawn(rounded({ x: 0, y: 0, width: 30, height: 20 }, 5))).toBe(
      "M5 0h20a5 5 0 0 1 5 5v10a5 5 0 0 1 -5 5h-20a5 5 0 0 1 -5 -5v-10a5 5 0 0 1 5 -5Z",
    );
  });
});
