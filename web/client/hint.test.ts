import { expect, test } from "vitest";
import type { Hint, Offer, Value } from "./wire.js";
import { advice } from "./hint.js";

const offer = (action: string, at: number, ...values: string[]): Offer => ({
  action,
  label: action,
  complete: false,
  pick: "p",
  at,
  sort: "element",
  values: values.map((value) => ({ value })),
});

function values(...offers: Offer[]): Map<string, { value: Value; offers: Offer[] }> {
  const all = new Map<string, { value: Value; offers: Offer[] }>();
  for (const o of offers) for (const value of o.values ?? []) all.set(value.value, { value, offers: [o] });
  return all;
}

const hint: Hint = {
  level: "sharp",
  moves: [
    { action: "move", picks: [["a1"], ["b2"]], share: 50, value: 60 },
    { action: "move", picks: [["a1"], ["c3"]], share: 20, value: 50 },
    { action: "move", picks: [["d4"], ["b2"]], share: 10, value: 40 },
    { action: "drop", picks: [["e5"]], share: 5, value: 30 },
  ],
};

test("advice is the figure of the best mentioned move that begins with each choice, of all actions", () => {
  const draft = {
    move: {},
    offer: undefined,
    here: [],
    values: values(offer("move", 0, "a1", "d4", "f6"), offer("drop", 0, "e5")),
  };
  expect([...advice(hint, draft)]).toEqual([
    ["a1", 60],
    ["d4", 40],
  ]);
});

test("advice follows what is chosen already", () => {
  const second = offer("move", 1, "b2", "c3");
  const draft = { move: { action: "move", picks: [["d4"]] }, offer: second, here: [], values: values(second) };
  expect([...advice(hint, draft)]).toEqual([["b2", 40]]);
});

test("advice for several values keeps to moves with all that are chosen", () => {
  const several: Hint = {
    level: "40",
    moves: [
      { action: "give", picks: [["x", "y"]], share: 60, value: 60 },
      { action: "give", picks: [["z"]], share: 40, value: 50 },
    ],
  };
  const give = offer("give", 0, "x", "y", "z");
  const draft = { move: { action: "give", picks: [["x"]] }, offer: give, here: ["x"], values: values(give) };
  expect([...advice(several, draft)]).toEqual([
    ["x", 60],
    ["y", 60],
  ]);
});

test("advice for a thing that several actions begin with is about their targets", () => {
  const targets = values(offer("drop", 1, "b2"), offer("move", 1, "b2", "c3"));
  const ambiguous = { name: "d4", value: "d4", offers: [], targets };
  expect([...advice(hint, { move: {}, here: [], values: targets, ambiguous })]).toEqual([["b2", 40]]);
});
