// Places as they are drawn: with numbers instead of many things, and cards that can be read.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { Position, Seen, type Place, type Table, type View } from "@plygame/client";
import { idle } from "./choices";
import Spot from "./Spot.svelte";

const place = (look: Place["look"]): Place => ({
  name: "store",
  label: "Store",
  order: "ordered",
  spots: [{ name: "store" }],
  look,
});

function positionOf(look: Place["look"], kinds: string[]): Position {
  const table = {
    seats: 2,
    art: "/art/x/",
    places: [place(look)],
    parts: [],
    actions: [],
    kinds: [
      { name: "wood", look: { label: "Wood" } },
      { name: "clay", look: { label: "Clay" } },
      {
        name: "cat",
        description: "It scratches.",
        traits: { attack: "3" },
        look: { label: "Cat", picture: "cat.svg", face: { badges: [{ of: "attack", at: "left" }] } },
      },
    ],
  } as unknown as Table;
  const view = { turn: 0, elements: kinds.map((kind, i) => ({ id: `#${i}`, in: "store", kind })) } as unknown as View;
  return new Position(table, Seen.of(view), {});
}

let shown: object | undefined;

function draw(look: Place["look"], kinds: string[]): HTMLElement {
  const position = positionOf(look, kinds);
  const [first] = position.table.places;
  shown = mount(Spot, {
    target: document.body,
    props: { place: first!, spot: first!.spots[0]!, label: "Store", position, choices: idle, seats: ["Ann", "Bob"] },
  });
  flushSync();
  return document.body;
}

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.replaceChildren();
});

test("the layout count shows one thing of each sort and how many there are", () => {
  const page = draw({ layout: "count" }, ["wood", "clay", "wood", "wood", "clay", "cat"]);
  const tallies = [...page.querySelectorAll("[data-count]")];
  expect(
    tallies.map((t) => [
      t.querySelector('[role="img"]')?.getAttribute("aria-label"),
      t.querySelector(".count")?.textContent,
    ]),
  ).toEqual([
    ["Wood", "×3"],
    ["Clay", "×2"],
    ["Cat", undefined],
  ]);
  expect(page.querySelectorAll("[data-thing]")).toHaveLength(3);
  expect(page.querySelector('[role="group"]')?.getAttribute("aria-label")).toBe("Store: 6 things");
});

test("a card that can only be read can be focused, and screen readers get what its large view shows", () => {
  const page = draw({ layout: "row" }, ["cat", "wood", "cat"]);
  const cats = [...page.querySelectorAll<HTMLElement>('[role="img"][aria-label="Cat"]')];
  expect(cats.map((c) => c.getAttribute("aria-description"))).toEqual(Array(2).fill("attack 3 · It scratches."));
  expect(cats.map((c) => c.tabIndex)).toEqual([0, -1]);
  cats[0]!.focus();
  cats[0]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  expect(document.activeElement).toBe(cats[1]);
  expect(page.querySelector('[aria-label="Wood"]')?.hasAttribute("tabindex")).toBe(false);
});
