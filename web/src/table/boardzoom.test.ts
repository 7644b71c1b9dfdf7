import { expect, test } from "vitest";
import { BoardZoom } from "./boardzoom.svelte";

const box = { x: 0, y: 0, width: 2600, height: 1300 };

test("a board with large cells is drawn whole", () => {
  const zoom = new BoardZoom({ box, scale: 0.3 });
  zoom.by(4);
  expect([zoom.most, zoom.zoom, zoom.box]).toEqual([1, 1, box]);
});

test("a board with small cells can be enlarged until they are as large as a fingertip", () => {
  const zoom = new BoardZoom({ box, scale: 0.11 });
  expect(zoom.most * 11).toBeCloseTo(44);
  zoom.by(2);
  expect(zoom.box).toEqual({ x: 650, y: 325, width: 1300, height: 650 });
  zoom.by(100);
  expect(zoom.zoom).toBe(zoom.most);
  zoom.by(0.001);
  expect(zoom.box).toEqual(box);
});

test("what is at the centre of the gesture stays there", () => {
  const zoom = new BoardZoom({ box, scale: 0.11 });
  zoom.by(2, { x: 650, y: 325 });
  expect(zoom.box).toEqual({ x: 325, y: 162.5, width: 1300, height: 650 });
});

test("the view stays on the board, and follows the focus", () => {
  const zoom = new BoardZoom({ box, scale: 0.11 });
  zoom.by(2, { x: 0, y: 0 });
  expect(zoom.box).toMatchObject({ x: 0, y: 0 });
  zoom.show({ x: 600, y: 300 });
  expect(zoom.box).toMatchObject({ x: 0, y: 0 });
  zoom.show({ x: 2550, y: 1250 });
  expect(zoom.box).toMatchObject({ x: 1300, y: 650 });
});
