// Tests every kind of pick on the page, with recorded answers of a real server.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { preferences } from "../preferences.svelte";
import type { Message } from "@plygame/client";
import { click, has, moves, one, press, Scene, submit, text, texts, write } from "./scene.fake";
import workshop from "../../client/testdata/workshop.json";

let scene: Scene;
beforeEach(async () => {
  preferences.setLists(true);
  scene = await new Scene("workshop", 0).open(2);
});
afterEach(() => {
  scene.close();
  preferences.setLists(false);
});

const act = (action: string) => click(scene, `[data-panel] [data-action="${action}"]`);
const asks = () => text("[data-panel] h2");

/** thing returns the button of a thing on the table, by its label. */
const thing = (label: string) =>
  [...document.querySelectorAll<HTMLElement>("section.table [data-thing] > button")].find(
    (e) => e.getAttribute("aria-label")?.split(" ")[0] === label,
  )!;

async function point(label: string) {
  expect(thing(label).matches(".open, .chosen"), label).toBe(true);
  press(thing(label));
  await scene.settle();
}

/** value clicks a value in the panel. */
async function value(label: string) {
  press([...document.querySelectorAll("[data-panel] [data-value]")].find((e) => e.textContent === label)!);
  await scene.settle();
}

/** chosen returns the labels of the things marked as chosen on the table, and checks their aria-pressed. */
function chosen(): string[] {
  const all = [...document.querySelectorAll("section.table button.chosen")];
  for (const e of all) expect(e.getAttribute("aria-pressed")).toBe("true");
  return all.map((e) => e.getAttribute("aria-label")!.split(" ")[0]!).sort();
}

const pressed = () => texts('[data-panel] [data-value].chosen[aria-pressed="true"]');

/** played returns the moves that were sent, in record notation. */
const played = () =>
  moves(scene).map((m) => workshop.moves.find((k) => JSON.stringify(k.move) === JSON.stringify(m))?.text ?? m);

const idle = () => {
  expect(has('[data-panel] [data-action="bet"]')).toBe(true);
  expect(has('[data-do="cancel"]')).toBe(false);
  expect(chosen()).toEqual([]);
};

test("clicking a thing that several actions begin with asks which is meant; each step can be undone", async () => {
  await point("A2");
  expect(asks()).toContain("A2");
  expect(chosen()).toEqual(["A2"]);
  await click(scene, '[data-do="back"]');
  idle();
  await point("A2");
  await point("A3"); // replaces A2
  expect(asks()).toContain("A3");
  expect(chosen()).toEqual(["A3"]);
  await act("give");
  expect(asks()).toBe("To whom?");
  expect(text("[data-panel] .line")).toBe("Give: A3");
  expect(chosen()).toEqual(["A3"]);
  await click(scene, '[data-do="back"]');
  idle();
  await point("A1");
  await act("give");
  await click(scene, '[data-do="cancel"]');
  idle();
  await point("A4");
  await act("give");
  press([...document.querySelectorAll("section.table .others button.open")].find((e) => e.textContent === "Cleo")!);
  await scene.settle();
  expect(played()).toEqual(["give #4 2"]);
});

test("several values are selected and deselected, on the table and in the panel alike", async () => {
  await act("swap");
  expect(asks()).toBe("Which card?");
  await point("A1");
  expect([chosen(), pressed()]).toEqual([["A1"], ["A1"]]);
  expect(has('[data-do="confirm"]')).toBe(false);
  await value("A3");
  expect([chosen(), pressed()]).toEqual([
    ["A1", "A3"],
    ["A1", "A3"],
  ]);
  expect(has('[data-do="confirm"]')).toBe(true);
  await point("A1");
  expect(chosen()).toEqual(["A3"]);
  await value("A3");
  expect([chosen(), pressed()]).toEqual([[], []]);
  await point("A5");
  await point("A2");
  expect(chosen()).toEqual(["A2", "A5"]);
  await click(scene, '[data-do="back"]');
  expect(chosen()).toEqual(["A5"]);
  await value("A4");
  await click(scene, '[data-do="confirm"]');
  expect(played()).toEqual(["swap #5+#4"]);
});

test("a number from a large range is typed, and only valid numbers are accepted", async () => {
  await act("bet");
  for (const bad of ["0", "501", "1.5", ""]) {
    await write(scene, "[data-panel] input", bad);
    expect(has("[data-panel] form button:disabled"), bad).toBe(true);
    await submit(scene, "[data-panel] form");
  }
  expect(played()).toEqual([]);
  await write(scene, "[data-panel] input", "77");
  await submit(scene, "[data-panel] form");
  expect(played()).toEqual(["bet 77"]);
});

test("a text is checked for length and form, and the reason is shown", async () => {
  await act("name");
  for (const bad of ["", "x", "thirteenchars"]) {
    await write(scene, "[data-panel] input", bad);
    expect(has("[data-panel] form button:disabled"), bad).toBe(true);
  }
  await write(scene, "[data-panel] input", "Hello");
  await submit(scene, "[data-panel] form");
  expect(text(".toast")).toContain("does not match");
  expect((one("[data-panel] input") as HTMLInputElement).value).toBe("Hello");
  await write(scene, "[data-panel] input", "hello");
  await submit(scene, "[data-panel] form");
  expect(played()).toEqual(["name hello"]);
});

test("cells of both boards can be clicked, and one board has stacks", async () => {
  expect(texts('section.table [role="grid"]')).toHaveLength(2);
  expect(one('[role="gridcell"][aria-label^="a1"]').getAttribute("aria-label")).toMatch(/brick/);
  await click(scene, '[data-place="right"]');
  expect(played()).toEqual(["enter right"]);
});

test("a thing inside another thing can be chosen", async () => {
  await point("inlay");
  expect(moves(scene)).toEqual([{ action: "take", picks: [["#15"]] }]);
});

test("clicking what a value points at chooses it; a kind is shown by its label and sign", async () => {
  await act("recast");
  await point("saw");
  expect(text('[data-panel] [data-value="box"]')).toBe("▣ a wooden box");
  await click(scene, '[data-panel] [data-value="box"]');
  expect(played()).toEqual(["recast left box"]);
});

describe("players", () => {
  const shown = () => texts(".side li[data-seat]");

  test("are shown with their values, and can be chosen", async () => {
    for (const [seat, gold] of [5, 6, 7].entries()) expect(shown()[seat]).toContain(`Gold ${gold}`);
    expect(shown()[0]).toContain("tired yes");
    await act("dismiss");
    expect(asks()).toBe("Who goes home?");
    await click(scene, '.side li[data-seat="2"] button.open');
    expect(played()).toEqual(["dismiss 2"]);
  });

  test("are marked when they are out", async () => {
    expect(shown()[2]).not.toContain("out");
    await scene.says(update([{ field: "@out", was: "0", is: "4" }]));
    expect(shown()[2]).toContain("out");
  });
});

test("what cannot be chosen shows the reason and is not taken", async () => {
  expect(one('[data-action="rest"]').getAttribute("aria-disabled")).toBe("true");
  await act("rest");
  expect(text(".toast")).toContain("Ann has no bed");
  await act("lay");
  expect(one('[data-panel] [data-value="b2"]').dataset["tip"]).toContain("wet");
  await value("b2");
  expect(text(".toast")).toContain("wet");
  expect(played()).toEqual([]);
});

test("a draft is dropped when the move is made in another tab", async () => {
  await point("A2");
  await act("paint");
  expect(asks()).toBe("Which colour?");
  await scene.says(update([{ field: "@turn", was: "0", is: "1" }]));
  expect(one("main").dataset["turn"]).toBe("theirs");
  expect(one("[data-panel]").matches(".idle")).toBe(true);
  expect(chosen()).toEqual([]);
  expect(text(".toast")).toBe("");
});

/** update returns an update after which it is Bob's turn. */
function update(changes: { field: string; was: string; is: string }[]): Message {
  return { type: "update", from: 3, seq: 4, toAct: [1], stages: [{ changes }], events: [], offers: [] };
}
