// @vitest-environment node

import { expect, test } from "vitest";
import { touched } from "./moment.js";

test("touched returns the things that were moved and the places they left, not what stayed", () => {
  const changes = [
    { of: "row", field: "@holds", was: "0 #1", is: "0 #2 #1 ?" },
    { of: "hand", field: "@holds", was: "0 #2", is: "0" },
    { of: "#3", field: "value", was: "1", is: "2" },
    { of: "box", field: "@holds", is: "0 #4" },
  ];
  expect([...touched(changes)].sort()).toEqual(["#2", "#4", "hand", "row"]);
});

test("the places between which a faceless thing moved stand for it", () => {
  const changes = [
    { of: "a1", field: "@holds", was: "0 ?", is: "0" },
    { of: "a2", field: "@holds", was: "0", is: "0 ?" },
    { of: "b1", field: "@holds", was: "0 ?2", is: "0 ? ?" },
  ];
  expect([...touched(changes)].sort()).toEqual(["a1", "a2"]);
});
