// Tests moves that are shown in stages, with recorded messages of a real server.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { has, moves, one, press, Scene, text, texts } from "./scene.fake";

let scene: Scene;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  scene.close();
  vi.useRealTimers();
});

/** look returns what the page shows: the stage of a move, the headline, the number of cards in the trick, the value derived from it, whose turn it is, and the last known entry. */
const look = () => [
  one("main").dataset["stage"] ?? "",
  text(".headline"),
  texts('[data-place="trick"] [data-thing]').length,
  text(".facts"),
  one("main").dataset["turn"],
  Number(one("main").dataset["seq"]),
];
const said = () => text('p.spoken[role="status"]');

const whole = (seq: number) => ["1", "The trick is whole", 2, "In the trick 2", "theirs", seq];
const half = (seq: number) => ["2", "Half of it is left", 1, "In the trick 1", "theirs", seq];

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await scene.settle();
}

const key = async () => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  await scene.settle();
};

test("the stages of a move are shown one after the other, then the rest", async () => {
  scene = await new Scene("stages", 0).open(3);
  expect(look()).toEqual(whole(3));
  expect(said()).toContain("the trick is whole");
  await pass(890);
  expect(look()).toEqual(whole(3));
  await pass(10);
  expect(look()).toEqual(half(3));
  expect(said()).toBe("half of it is left");
  await pass(890);
  expect(look()).toEqual(half(3));
  await pass(10);
  expect(look().slice(0, 3)).toEqual(["", "Your turn", 0]);
  expect(look().slice(4)).toEqual(["mine", 4]);
  expect(said()).toBe("it is swept. Your turn");
});

test("a click moves on to the next stage, and does nothing else in the game", async () => {
  scene = await new Scene("stages", 0).open(3);
  const hand = () => document.querySelector(".own [data-place]")!;
  press(hand());
  await scene.settle();
  expect(look()).toEqual(half(3));
  hand().dispatchEvent(new MouseEvent("pointerdown", { bubbles: true })); // the button is held until the move has been shown
  await scene.settle();
  expect(look()[0]).toBe("");
  const card = () => document.querySelector<HTMLElement>('main[data-turn="mine"] .own button.open')!;
  card().click();
  await scene.settle();
  expect(moves(scene)).toEqual([]);
  card().click();
  await scene.settle();
  expect(moves(scene)).toHaveLength(1);
});

test("updates that arrive meanwhile wait until all stages have been shown", async () => {
  scene = await new Scene("stages", 0).open(5);
  expect(look()).toEqual(whole(3));
  await key();
  expect(look()).toEqual(half(3));
  await key();
  expect(look()).toEqual(whole(5)); // the second trick
});

test("if too many updates wait, they are shown at once and none is lost", async () => {
  scene = await new Scene("stages", 0).open(6);
  await pass(0);
  expect(look().slice(0, 3)).toEqual(["", "Bob's turn", 1]);
  expect(look()[5]).toBe(7);
  expect(texts(".log li").filter((line) => line.includes(": play"))).toHaveLength(5);
  expect(texts(".own [data-place^='hand'] [data-thing]")).toHaveLength(7);
  expect(has("main[data-stage]")).toBe(false);
});
