// Tests the tips: what something is, or why it cannot be chosen.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { click, one, Scene, text, texts } from "./scene.fake";

let scene: Scene;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  scene.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await scene.settle();
}

const hover = (selector: string) => one(selector).dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));

test("the reason why something cannot be chosen shows on focus at once, and disappears with it", async () => {
  scene = await new Scene("workshop", 0).open(2);
  const rest = one('[data-action="rest"]');
  rest.focus();
  await pass(0);
  expect(text(".tip")).toContain("Ann has no bed");
  rest.blur();
  await pass(0);
  expect(text(".tip")).toBe("");
});

test("the reason shows on hover after a moment, until the pointer or Escape hides it", async () => {
  scene = await new Scene("workshop", 0).open(2);
  for (const hide of [
    () => hover("[data-panel] h2"),
    () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
  ]) {
    hover('[data-action="rest"]');
    await pass(240);
    expect(text(".tip")).toBe("");
    await pass(10);
    expect(text(".tip")).toContain("Ann has no bed");
    hide();
    await pass(0);
    expect(text(".tip")).toBe("");
  }
});

test("a tap on a button that works shows no tip, which would cover others; a tap on one that does not says why", async () => {
  scene = await new Scene("workshop", 0).open(2);
  const tap = async (selector: string) => {
    for (const type of ["pointerdown", "pointerover", "pointerup"])
      one(selector).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" }));
    one(selector).focus();
    await pass(300);
    return text(".tip");
  };
  one('[data-action="give"]').dataset["tip"] = "About giving.";
  expect(await tap('[data-action="give"]')).toBe("");
  expect(await tap('[data-action="rest"]')).toContain("Ann has no bed");
});

test("a cell of a board shows why it cannot be chosen", async () => {
  Object.assign(HTMLElement.prototype, { showPopover: () => {} }); // happy-dom has none
  scene = await new Scene("workshop", 0).open(2);
  await click(scene, '[data-panel] [data-action="lay"]');
  hover('[data-place="b2"]');
  await pass(250);
  expect(texts(".tip").join()).toContain("wet");
  expect(one('[data-place="b2"]').getAttribute("aria-label")).toContain("wet"); // for screen readers
});

test.each(["focused", "hovered"])("the tip of a %s thing disappears with the thing", async (how) => {
  const failed = vi.spyOn(console, "error");
  scene = await new Scene("twins", 0).open(1);
  await click(scene, '[data-panel] [data-action="spend"]');
  const coins = () => [...document.querySelectorAll<HTMLElement>(".own [data-thing] button.open")];
  const coin = coins()[0]!;
  const name = coin.closest<HTMLElement>("[data-thing]")!.dataset["thing"]!;
  if (how === "focused") coin.focus();
  else coin.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
  await pass(250);
  expect(text(".tip")).toBe("Shiny.");
  await scene.says({
    type: "update",
    from: 2,
    seq: 3,
    toAct: [1],
    events: [],
    offers: [],
    stages: [{ changes: gone(name) }],
  });
  await pass(0);
  expect(texts(".own [data-thing]")).toHaveLength(1);
  expect(text(".tip")).toBe("");
  expect(failed).not.toHaveBeenCalled();
});

/** gone are the changes that remove one of the two coins in the player's hand. */
function gone(name: string) {
  const left = [...document.querySelectorAll<HTMLElement>(".own [data-thing]")]
    .map((e) => e.dataset["thing"]!)
    .filter((n) => n !== name);
  return [
    { of: name, field: "@kind", was: "coin" },
    { of: "hand/0", field: "@holds", was: `0 ${name} ${left[0]}`, is: `0 ${left[0]}` },
  ];
}
