// Tests moves that the table shows before the server has made them.

import { afterEach, expect, test } from "vitest";
import { type Moment, type Offer, reconciled, Seen } from "@plygame/client";
import { has, moves, one, press, Scene } from "./scene.fake";

let scene = new Scene("noughts", 0);
afterEach(() => scene.close());

/** foreseen is what placing a stone changes, as the server tells it. */
const foreseen: Offer[] = [
  {
    action: "place",
    label: "place",
    complete: false,
    pick: "cell",
    at: 0,
    sort: "element",
    last: true,
    values: ["a1", "b1", "c1"].map((value) => ({ value, then: 0 })),
    thens: [
      {
        changes: [
          { of: "#9", field: "@kind", is: "mark" },
          { of: "#9", field: "@owner", is: "0" },
          { of: "*", field: "@holds", was: "0", is: "0 #9" },
        ],
      },
    ],
  },
];

/** opened shows noughts and crosses on the player's turn; moves are not answered until the test says so. */
async function opened(): Promise<Scene> {
  const s = new Scene("noughts", 0);
  s.thens = foreseen;
  s.held = [];
  return s.open(1);
}

const answer = async () => {
  scene.held!.shift()!();
  await scene.settle();
};

test("a move is shown before the server has made it", async () => {
  scene = await opened();
  press(one('path.open[data-place="a1"]'));
  await scene.settle();
  expect(moves(scene)).toHaveLength(1);
  expect(one('[data-thing="#9"]')).toBeTruthy();
  expect(has("path.open")).toBe(false);
});

test("a move that is refused is taken back, and the player chooses again", async () => {
  scene = await opened();
  scene.refusal = { code: "rejected", why: "not there" };
  press(one('path.open[data-place="a1"]'));
  await scene.settle();
  expect(has('[data-thing="#9"]')).toBe(true);
  await answer();
  expect(has('[data-thing="#9"]')).toBe(false);
  expect(has('path.open[data-place="a1"]')).toBe(true);
});

test("the update replaces what was shown", async () => {
  scene = await opened();
  press(one('path.open[data-place="b1"]'));
  await scene.settle();
  await scene.next();
  await answer();
  expect(document.querySelectorAll("[data-ghost]")).toHaveLength(0);
  const names = [...document.querySelectorAll("[data-thing]")].map((e) => e.getAttribute("data-thing"));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain("#9");
});

test("a move that is not foreseen leaves its choices marked until it is made", async () => {
  scene = await opened();
  scene.thens = undefined;
  press(one('path.open[data-place="c3"]'));
  await scene.settle();
  expect(one('path[data-place="c3"]').classList).toContain("chosen");
  await answer();
});

test("things that the move creates get the names that the server gives them", () => {
  const moment = (name: string): Moment => ({
    seq: 1,
    mark: "",
    labels: {},
    seen: Seen.nothing.with([
      { of: name, field: "@kind", is: "card" },
      { of: "table", field: "@holds", was: "0", is: `0 #1 ${name}` },
    ]),
  });
  const changes = [{ of: "table", field: "@holds", was: "1", is: "1 new:1" }];
  const guess = { moment: moment("new:1"), changes, recent: new Set<string>(), gliding: Promise.resolve() };
  const { seen } = reconciled(guess, moment("#7"));
  expect(seen.list("table")).toEqual(["#1", "#7"]);
  expect(seen.kind("#7")).toBe("card");
});
