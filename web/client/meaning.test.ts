// Tests what clicks on the table mean.

import { expect, test } from "vitest";
import type { Offer, Value } from "./wire.js";
import { completes, meaningsOf, thenOf } from "./meaning.js";

const offer = (sort: NonNullable<Offer["sort"]>, values: Value[], rest: Partial<Offer> = {}): Offer => ({
  action: "do",
  label: "Do",
  complete: false,
  pick: "it",
  at: 0,
  sort,
  max: 1,
  values,
  ...rest,
});

const means = (...offers: Offer[]) => Object.fromEntries([...meaningsOf(offers)].map(([n, m]) => [n, m.value.value]));

test("values are clicked by their names on the table", () => {
  expect(means(offer("element", [{ value: "#1" }]))).toEqual({ "#1": "#1" });
  expect(means(offer("seat", [{ value: "1" }]))).toEqual({ "seat/1": "1" });
  expect(means(offer("kind", [{ value: "queen" }]))).toEqual({ "kind/queen": "queen" });
  expect(means(offer("value", [{ value: "red" }]))).toEqual({});
});

test("a thing stands for the value that points at it", () => {
  const ranks = offer("element", [
    { value: "7", points: ["#1", "#2"] },
    { value: "Q", points: ["#3"] },
  ]);
  expect(means(ranks)).toEqual({ "7": "7", Q: "Q", "#1": "7", "#2": "7", "#3": "Q" });
});

test("of several values that point at a thing, it stands for the one that points at the fewest", () => {
  const sticks = offer("number", [
    { value: "1", points: ["#3"] },
    { value: "2", points: ["#2", "#3"] },
    { value: "3", points: ["#1", "#2", "#3"] },
  ]);
  expect(means(sticks)).toEqual({ "#1": "3", "#2": "2", "#3": "1" });
  const castling = offer("value", [
    { value: "short", points: ["king", "h1"] },
    { value: "long", points: ["king", "a1"] },
  ]);
  expect(means(castling)).toEqual({ h1: "short", a1: "long" });
});

test("a place stands for the action without picks that is declared at it", () => {
  const draw: Offer = { action: "draw", label: "draw", complete: true };
  const take: Offer = { action: "take", label: "take", complete: false, why: { text: "no" } };
  const all = meaningsOf([draw, take], (action) => (action === "draw" ? ["deck"] : ["pile"]));
  expect(all.get("deck")).toEqual({ value: { value: "" }, offers: [draw] });
  expect(all.get("pile")?.value.why).toEqual({ text: "no" });
});

test("a value that cannot be chosen has no points", () => {
  expect(means(offer("number", [{ value: "1", points: ["#1"], why: { text: "no" } }]))).toEqual({});
});

test("what a value changes is shared by many values", () => {
  const changes = [{ of: "*", field: "@holds", was: "0", is: "0 #1" }];
  const o = offer("element", [{ value: "a1", then: 0 }, { value: "b1" }], { thens: [{ changes }], last: true });
  expect(thenOf(o, "a1")).toEqual([{ of: "a1", field: "@holds", was: "0", is: "0 #1" }]);
  expect(thenOf(o, "b1")).toBeUndefined();
  expect(completes(o, "b1")).toBe(true);
  expect(completes({ ...o, text: { min: 0, max: 9 } }, "b1")).toBe(false);
});
