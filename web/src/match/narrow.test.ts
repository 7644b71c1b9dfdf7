// Tests the page of a match on a narrow screen, where players, log and rules are in a sheet.

import { afterEach, expect, test } from "vitest";
import { click, has, one, Scene, text, texts } from "./scene.fake";

let scene: Scene;
afterEach(() => scene.close());

test("a phone shows whose turn it is and the table; the rest is in a menu", async () => {
  scene = new Scene("stages", 0);
  scene.narrow = true;
  await scene.open(2);
  expect(has("dialog, .side, .log")).toBe(false);
  expect(text("header .headline")).toBe("Bob's turn");
  expect(has("[data-panel]")).toBe(true);
  await click(scene, '[data-do="menu"]');
  for (const part of ['[data-do="leave"]', '[data-do="resign"]', 'li[data-seat="1"]', ".log"])
    expect(has(`dialog ${part}`), part).toBe(true);
  expect(has("dialog .rules")).toBe(false); // the game has none
  (one("dialog") as HTMLDialogElement).close();
  await scene.settle();
  expect(has("dialog")).toBe(false);
});

test("the menu has the rules of a game that has some", async () => {
  scene = new Scene("noughts", 0);
  scene.narrow = true;
  await scene.open(2);
  await click(scene, '[data-do="menu"]');
  expect(text("dialog .rules")).toContain("Mark an empty cell.");
});

test("a chip shows all things of an opponent", async () => {
  scene = new Scene("workshop", 0);
  scene.narrow = true;
  await scene.open(2);
  press('[data-do="look"]');
  await scene.settle();
  expect(texts("dialog [data-thing]").length).toBeGreaterThan(0);
});

const press = (selector: string) => document.querySelector<HTMLElement>(selector)!.click();

test("on a phone, the panel beside a board has the last line of the log, always of the same height", async () => {
  scene = new Scene("noughts", 0);
  scene.narrow = true;
  await scene.open(2);
  const seq = Number(one("main").dataset["seq"]);
  const event = (n: number, texts: string[]) => ({
    n,
    kind: "move",
    seat: 1,
    at: "2026-01-01T00:00:00Z",
    line: { text: "{0} makes camp", args: [{ seat: 1 }] },
    said: texts.map((said) => ({ text: said })),
  });
  const says = (n: number, ...texts: string[]) =>
    scene.says({ type: "update", seq: n, from: n - 1, toAct: [0], over: false, events: [event(n, texts)] } as never);
  await says(seq + 1, "Bob rolls 1, 6, 3 and 3");
  expect(text("[data-panel] .line")).toContain("rolls 1, 6, 3 and 3");
  await says(seq + 2);
  expect(text("[data-panel] .line")).toMatch(/^\S+ makes camp$/);
  await says(seq + 3, "One", "Two");
  expect(has("[data-panel] .news")).toBe(false);
});
