import { expect, test } from "vitest";
import { Position, Seen, type Table, type View } from "@plygame/client";
import type { Choices } from "./choices";
import { type ComponentState, stateOf } from "./component";
import { type Draw, elementOf } from "./drawn";

const table: Table = {
  seats: 2,
  places: [
    {
      name: "hand",
      each: true,
      order: "unordered",
      spots: [
        { name: "hand/0", owner: 0 },
        { name: "hand/1", owner: 1 },
      ],
    },
    { name: "pile", label: "Pile of cards", order: "stacked", spots: [{ name: "pile" }] },
    { name: "cell", order: "ordered", spots: [{ name: "a1" }, { name: "b1" }] },
  ],
  kinds: [],
  parts: [
    { name: "points", label: "Points", sort: "number", zero: "0", on: ["seats"] },
    { name: "round", label: "Round", sort: "number", zero: "0", on: ["table"] },
    { name: "leader", hidden: true, sort: "seat" },
  ],
  actions: [],
};
const view = { turn: 0, elements: [], parts: { points: { "seat/1": 7 }, leader: { table: 1 } } } as unknown as View;
const choices = { state: () => undefined, advised: () => undefined } as unknown as Choices;
const state = () =>
  stateOf({ position: new Position(table, Seen.of(view), {}), choices, seats: ["Ada", "Bob"], toAct: [1] });

test("a component gets the values of the seats and of the table", () => {
  expect(state().seats).toMatchObject([
    { name: "Ada", toAct: false, values: { points: "0" } },
    { name: "Bob", toAct: true, values: { points: "7" } },
  ]);
  expect(state().values).toEqual({ round: "0", leader: "1" });
});

test("a place has the words that players read, and a cell its name", () => {
  expect(state().places.map((p) => p.label)).toEqual(["Hand", "Hand", "Pile of cards", "a1", "b1"]);
});

/** drawnBy is what a component shows. */
function drawnBy(draw: Draw): string {
  const type = elementOf(draw, "");
  customElements.define(`drawn-${++defined}`, type);
  const element = new type();
  element.state = {} as ComponentState;
  return element.shadowRoot!.innerHTML;
}
let defined = 0;

test("the children of an element can be lists, and nothing", () => {
  expect(
    drawnBy((_, make) =>
      make(
        "ul",
        {},
        ["a", "b"].map((x) => make("li", {}, x)),
        false,
        undefined,
        ["c", 4],
      ),
    ),
  ).toBe("<ul><li>a</li><li>b</li>c4</ul>");
  expect(drawnBy((_, make) => [make("b", {}, "x"), [null, make("i")]])).toBe("<b>x</b><i></i>");
});

test("the tags of SVG make SVG elements, whose properties are attributes", () => {
  const draw: Draw = (_, make) =>
    make("svg", { viewBox: "0 0 1 1", className: "all" }, make("g", { "aria-label": "x" }));
  expect(drawnBy(draw)).toBe('<svg viewBox="0 0 1 1" class="all"><g aria-label="x"></g></svg>');
});

test("the focus stays at the element with the same key, and waits while that cannot have it", () => {
  const draw = ({ values }: ComponentState, make: Parameters<Draw>[1]) =>
    (values["order"] ?? "").split(" ").map((key) => make("button", { key }, key));
  const type = elementOf(draw, "");
  customElements.define(`drawn-${++defined}`, type);
  const element = new type();
  document.body.append(element);
  const order = (text: string) => (element.state = { values: { order: text } } as unknown as ComponentState);
  const focused = () => element.shadowRoot!.activeElement?.textContent;
  order("a b");
  element.shadowRoot!.querySelectorAll("button")[1]!.focus();
  order("b a");
  expect(focused()).toBe("b");
  order("a");
  expect(document.activeElement).toBe(element);
  order("a b");
  expect(focused()).toBe("b");
});

test("a component knows the roles of seats, the last move, what won and how the match ended", () => {
  const seen = Seen.of({
    ...view,
    by: "a1",
    elements: [{ id: "#1", kind: "stone", in: "a1", owner: 1 }],
  });
  const outcome = { text: "Bob wins", winners: [1], ranks: [2, 1], scores: [] };
  const now = stateOf({
    position: new Position({ ...table, roles: [{ name: "Black" }, {}] }, seen, {}),
    choices,
    seats: ["Ada", "Bob"],
    recent: new Set(["#1"]),
    outcome,
  });
  expect(now.seats.map((s) => s.role)).toEqual(["Black", undefined]);
  expect(now.seats[1]!.color).toContain("--stone-1");
  expect(now.places.filter((p) => p.won).map((p) => p.name)).toEqual(["a1"]);
  expect(now.places.flatMap((p) => p.things).map((t) => t.recent)).toEqual([true]);
  expect(now.outcome).toEqual(outcome);
});
