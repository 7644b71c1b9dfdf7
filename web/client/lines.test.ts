// @vitest-environment node

import { describe, expect, test } from "vitest";
import type { Event, Outcome } from "./wire.js";
import { capital, eventTexts, lineText, logText, resultText } from "./lines.js";

const seating = { players: [{ name: "Ann" }, { name: "Bob" }, {}], roles: [] };
const roles = { ...seating, roles: [{ name: "Red" }, { name: "Blue" }, { name: "Grey" }] };

describe("a line", () => {
  test.each<[string, Parameters<typeof lineText>[0], string]>([
    ["without arguments", { text: "go fish" }, "go fish"],
    ["with a seat", { text: "{0} asks {1}", args: [{ seat: 0 }, { seat: 1 }] }, "Ann asks Bob"],
    ["with an empty seat", { text: "{0} waits", args: [{ seat: 2 }] }, "Player 3 waits"],
    ["with the name of a former player", { text: "{0} passes", args: [{ seat: 0, name: "Eve" }] }, "Eve passes"],
    ["with the name of the current player", { text: "{0} passes", args: [{ seat: 0, name: "Ann" }] }, "Ann passes"],
    ["with a number", { text: "{0} left", args: [{ number: 0 }] }, "0 left"],
    ["with a thing by its label", { text: "{0}", args: [{ element: "#1", label: "ace" }] }, "ace"],
    ["with a place", { text: "at {0}", args: [{ element: "b2" }] }, "at b2"],
    ["with a word", { text: "{0} colour", args: [{ word: "red" }] }, "red colour"],
    [
      "with a repeated argument and arguments out of order",
      { text: "{1} {0} {1}", args: [{ number: 1 }, { number: 2 }] },
      "2 1 2",
    ],
    [
      "with plurals",
      { text: "{0} {0|point|points}, {1} {1|die|dice}", args: [{ number: 1 }, { number: 0 }] },
      "1 point, 0 dice",
    ],
    ["with a missing argument", { text: "{0} and {1}", args: [{ number: 1 }] }, "1 and {1}"],
  ])("%s", (_, line, want) => {
    expect(lineText(line, seating)).toBe(want);
  });
});

describe("an event", () => {
  const event = (e: Partial<Event>) => ({ n: 1, seat: 0, at: "", ...e }) as Event;
  test.each<[string, Event, string[]]>([
    [
      "of a move with lines",
      event({ kind: "move", line: { text: "{0} plays", args: [{ seat: 0 }] }, said: [{ text: "well" }] }),
      ["Ann plays", "well"],
    ],
    ["of a move without lines", event({ kind: "move" }), []],
    ["of an undo", event({ kind: "undo", seat: 1 }), ["Bob undoes a move"]],
    ["of an undo by the server", event({ kind: "undo", seat: -1 }), ["A move was undone"]],
    ["of a player who resigns", event({ kind: "resign", seat: 1 }), ["Bob resigns"]],
    ["of a player who joins", event({ kind: "seat", seat: 1, name: "Cleo" }), ["Cleo joins as Player 2"]],
    ["of a bot that joins", event({ kind: "seat", seat: 1, bot: "random" }), ["A bot joins as Player 2"]],
    ["of a player who leaves", event({ kind: "seat", seat: 1 }), ["Player 2 is free"]],
    ["of newer rules", event({ kind: "rules" }), ["The match continues with newer rules"]],
    ["of a look", event({ kind: "looked" }), ["The operator of the server looked at what is hidden"]],
    ["of the end by the operator", event({ kind: "closed" }), ["The operator of the server ended the match"]],
  ])("%s", (_, e, want) => {
    expect(eventTexts(e, seating)).toEqual(want);
  });

  test.each<[string, Event, string]>([
    ["a move", event({ kind: "move", line: { text: "{0} plays", args: [{ seat: 0 }] } }), "Ann plays"],
    [
      "a move that the rules tell about",
      event({
        kind: "move",
        line: { text: "{0}: ask {1}", args: [{ seat: 0 }, { seat: 1 }] },
        said: [{ text: "{0} asks {1}", args: [{ seat: 0 }, { seat: 1 }] }, { text: "go fish" }],
      }),
      "Ann asks Bob. Go fish",
    ],
    [
      "a move after which the rules tell about someone else",
      event({
        kind: "move",
        line: { text: "{0} passes", args: [{ seat: 0 }] },
        said: [{ text: "{0} is out", args: [{ seat: 1 }] }],
      }),
      "Ann passes. Bob is out",
    ],
    [
      "a move that the reader does not see",
      event({
        kind: "move",
        line: { text: "{0} moves {1} to {2}", args: [{ seat: 0 }, { word: "something" }, { word: "something" }] },
      }),
      "Ann moves out of your sight",
    ],
    [
      "a move that the reader sees in part",
      event({
        kind: "move",
        line: { text: "{0} moves {1} to {2}", args: [{ seat: 0 }, { label: "Bow" }, { word: "something" }] },
      }),
      "Ann moves Bow to something",
    ],
  ])("is one line in the log: %s", (_, e, want) => {
    expect(logText(e, seating, [])).toBe(want);
  });

  test("names the role of a player who joins", () => {
    expect(eventTexts(event({ kind: "seat", seat: 1, name: "Cleo" }), roles)).toEqual(["Cleo joins as Blue"]);
  });
});

describe("the result", () => {
  const outcome = (winners: number[], draw = false) => ({ winners, draw }) as Outcome;
  test.each<[Outcome, number | undefined, string]>([
    [outcome([0]), 0, "You win"],
    [outcome([0]), 1, "Ann wins"],
    [outcome([0]), undefined, "Ann wins"],
    [outcome([0, 1]), 0, "You win, with Bob"],
    [outcome([0, 1]), 2, "Ann and Bob win"],
    [outcome([]), 0, "Nobody wins"],
    [outcome([0, 1], true), 0, "A draw"],
  ])("%j for seat %s: %s", (o, me, want) => {
    expect(resultText(o, seating, me)).toBe(want);
  });
});

test("players with the same name, and bots, are distinguished", () => {
  const line = { text: "{0} and {1}", args: [{ seat: 0 }, { seat: 1 }] };
  expect(lineText(line, { players: [{ name: "Ada" }, { name: "Ada" }], roles: [] })).toBe("Ada (1) and Ada (2)");
  expect(lineText(line, { ...roles, players: [{ bot: "random" }, { bot: "random" }] })).toBe(
    "Bot (Red) and Bot (Blue)",
  );
});

test("capital turns the first letter into a capital", () => {
  expect([capital("take"), capital("élan"), capital("")]).toEqual(["Take", "Élan", ""]);
});
