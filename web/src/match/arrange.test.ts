// Tests that a hand can be put in order by dragging.

import { afterEach, expect, test } from "vitest";
import type { Table, Thing } from "@plygame/client";
import { arrangement } from "../table/arrangement.svelte";
import { arrange, gapAt, sortableAt } from "./arrange";

/** hand draws a hand of cards of 40 px that show 20 px each. */
function hand(...names: string[]): HTMLElement {
  const place = document.createElement("div");
  place.dataset["place"] = "hand/0";
  const own = document.createElement("div");
  own.dataset["sortable"] = "";
  own.getBoundingClientRect = () => new DOMRect(0, 0, 20 * names.length + 20, 60);
  for (const [i, name] of names.entries()) {
    const card = document.createElement("span");
    card.dataset["thing"] = name;
    card.getBoundingClientRect = () => new DOMRect(20 * i, 0, 40, 60);
    own.append(card);
  }
  place.append(own);
  document.body.append(place);
  return document.body;
}

afterEach(() => document.body.replaceChildren());

test.each([
  ["#3", 5, ["#3", "#1", "#2", "#4"]],
  ["#1", 70, ["#2", "#3", "#1", "#4"]],
  ["#1", 90, ["#2", "#3", "#4", "#1"]],
  ["#2", 25, ["#1", "#2", "#3", "#4"]],
])("a card %s dropped at %i goes between those around it", (thing, x, order) => {
  expect(gapAt(thing, x, 30, hand("#1", "#2", "#3", "#4"))?.order).toEqual(order);
});

test("outside the hand there is no gap", () => {
  const root = hand("#1", "#2");
  expect(gapAt("#1", 30, 100, root)).toBeUndefined();
  expect(gapAt("#9", 30, 30, root)).toBeUndefined();
  expect(sortableAt(root.querySelector("[data-thing]")!)).toBe("#1");
  expect(sortableAt(root)).toBeUndefined();
});

test("an arranged hand keeps its order, and new cards come last", () => {
  const table = {} as Table;
  const things = (...names: string[]) => names.map((name) => ({ name }) as Thing);
  const gap = gapAt("#3", 5, 30, hand("#1", "#2", "#3"));
  arrange(table, gap!);
  const names = (...all: string[]) => arrangement.arranged(table, "hand/0", things(...all)).map((t) => t.name);
  expect(names("#1", "#2", "#3", "#7")).toEqual(["#3", "#1", "#2", "#7"]);
  expect(names("#2", "#3")).toEqual(["#3", "#2"]);
  arrangement.clear(table, "hand/0");
  expect(names("#2", "#3")).toEqual(["#2", "#3"]);
  expect(arrangement.has(table, "hand/0")).toBe(false);
});
