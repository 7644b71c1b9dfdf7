// Tests that moves are animated, and that nothing moves for players who prefer that.

import { afterEach, expect, test, vi } from "vitest";
import { preferences } from "../preferences.svelte";
import { Scene, texts } from "./scene.fake";

let scene: Scene;
const animate = vi.fn((_frames: unknown, _how: unknown) => ({
  finished: Promise.resolve(),
  playState: "finished",
  finish: () => {},
}));

/** opened shows a trick of cards to a player whose system lets things move, or not. */
async function opened(moving: boolean) {
  Element.prototype.animate = animate as unknown as Element["animate"];
  Element.prototype.getAnimations = () => [];
  scene = new Scene("stages", 0);
  scene.moving = moving;
  await scene.open(1);
  animate.mockClear();
  await scene.next();
  expect(texts('[data-place="trick"] [data-thing]')).toHaveLength(1);
}

afterEach(() => {
  scene.close();
  preferences.setDisplay({ calm: false });
});

test("a card that moves is animated", async () => {
  await opened(true);
  expect(animate).toHaveBeenCalled();
});

test("nothing is animated if the system asks for reduced motion", async () => {
  await opened(false);
  expect(animate).not.toHaveBeenCalled();
});

test("nothing is animated if the player has switched motion off", async () => {
  preferences.setDisplay({ calm: true });
  await opened(true);
  expect(animate).not.toHaveBeenCalled();
});
