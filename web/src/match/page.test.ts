// Tests the page of a match with recorded messages of a real server.

import { afterEach, describe, expect, test, vi } from "vitest";
import { preferences } from "../preferences.svelte";
import type { Event } from "@plygame/client";
import { click, has, moves, one, press, Scene, text, texts } from "./scene.fake";
import scenes from "./testdata/scenes.json";

let scene: Scene;
afterEach(() => scene.close());

const said = () => text('p.spoken[role="status"]');
const log = () => texts(".log li");
const players = () => texts(".side li[data-seat] .who");
const won = () =>
  [...document.querySelectorAll("section.table [aria-label*='won with this']")]
    .map(
      (e) =>
        e.closest("[data-thing]")?.getAttribute("data-thing") ?? e.closest("[data-place]")!.getAttribute("data-place"),
    )
    .sort();

describe("roles", () => {
  test("name free seats for visitors who can take one", async () => {
    scene = await new Scene("roles", "spectator").open();
    expect(text(".headline")).toBe("Red's turn: waiting for a player");
    expect(players()[0]).toMatch(/^Red/);
    expect(text('[name="seat"]')).toMatch(/Red.*Blue/);
  });

  test("are shown next to names: for players, in the log and for free seats", async () => {
    scene = await new Scene("roles", "spectator").open(1);
    expect(text(".headline")).toBe("Ann's turn");
    expect(players()[0]).toMatch(/^Ann Red/);
    expect(log()).toEqual(["Ann joins as Red"]);
    expect(text(".join")).toContain("You play Blue");
  });

  test("are shown beside the result, which has no list if there are only a winner and a loser", async () => {
    scene = await new Scene("roles", "spectator").open(3);
    for (const want of ["Ann wins", "Bob resigned"]) expect(text("[data-result]")).toContain(want);
    expect(has("[data-result] li")).toBe(false);
    expect(players()[0]).toMatch(/^Ann Red winner/);
    expect(text(".headline")).toBe("Ann wins");
    expect(has('[data-do="again"]')).toBe(false);
  });
});

test("the log says what the game is about until the first move", async () => {
  scene = await new Scene("noughts", 0).open(1);
  expect(text(".log .goal")).toBe("Get three in a row.");
  await scene.next();
  expect(has(".log .goal")).toBe(false);
});

test("pieces have the picture of their owner's role", async () => {
  scene = await new Scene("noughts", 0).open(3);
  const pictures = [...document.querySelectorAll("section.table [data-thing] image")].map((e) =>
    e.getAttribute("href"),
  );
  expect(pictures.map((href) => href?.split("/").at(-1)).sort()).toEqual(["mark-o.svg", "mark-x.svg"]);
});

describe("the announcement", () => {
  test("says what others do, and when it is the player's turn", async () => {
    scene = await new Scene("noughts", 1).open(1);
    expect(said()).toBe("Ann plays a1. Your turn");
    expect(document.title).toBe("● Tic-tac-toe · Ply");
    await scene.next();
    expect(said()).toBe("Bob plays b1");
    expect(document.title).toBe("Tic-tac-toe · Ply");
  });

  test("says how the match ends, and what won it", async () => {
    scene = await new Scene("noughts", 1).open(12);
    expect(said()).toMatch(/Ann plays a3\. Ann wins\. Won with a1, a2 and a3/);
    scene.close();
    scene = await new Scene("noughts", 0).open(13);
    expect(said()).toContain("You win");
    expect(text("[data-result] h2")).toBe("You win");
  });
});

describe("the confetti", () => {
  /** ends shows the end of a match that the first seat wins, and reports whether there is confetti. */
  async function ends(seat: number, moving: boolean) {
    scene = await new Scene("noughts", seat).open(12 - seat);
    expect([has("[data-result]"), has("[data-celebration]")]).toEqual([false, false]);
    scene.moving = moving;
    await scene.next();
    await vi.waitFor(() => expect(has("[data-result]")).toBe(true));
    return has("[data-celebration]");
  }

  test("falls for the winner who sees the match end", async () => {
    expect(await ends(0, true)).toBe(true);
  });
  test("does not fall for the loser", async () => {
    expect(await ends(1, true)).toBe(false);
  });
  test("does not fall if nothing should move", async () => {
    expect(await ends(0, false)).toBe(false);
  });
});

describe("what won the match", () => {
  test("is drawn as a line and announced, but not before the end", async () => {
    scene = await new Scene("noughts", 0).open();
    for (let i = 0; i < 13; i++) {
      expect(has("[data-won]")).toBe(false);
      expect(won()).toEqual([]);
      await scene.next();
    }
    expect(one("[data-won]").dataset["won"]).toBe("3");
    expect(won()).toEqual(["a1", "a2", "a3"]);
    expect(one("[data-won] path:last-child").getAttribute("d")!.split("L")).toHaveLength(2); // one line through three cells
  });

  test.each([
    ["cards", 2],
    ["place", 1],
  ] as const)("is marked among %s", async (name, many) => {
    scene = await new Scene(name, 0).open(1);
    expect(won()).toEqual([]);
    await scene.next();
    expect(has("[data-result]")).toBe(true);
    expect(won()).toHaveLength(many);
    if (name === "place") expect(won()).toEqual(["fort"]);
    expect(document.querySelectorAll("section.table .won")).toHaveLength(many);
  });
});

describe("undo", () => {
  test("is offered once the player has moved", async () => {
    scene = await new Scene("noughts", 0).open(1);
    expect(has('[data-do="undo"]:disabled')).toBe(true);
    await scene.next();
    await click(scene, '[data-do="undo"]:not(:disabled)');
    expect(scene.sent.at(-1)!.do).toBe("undo");
  });

  test("waits for the others to agree, and may be refused", async () => {
    scene = await new Scene("noughts", 0).open(4);
    expect(text(".consent")).toContain("Waiting for Bob");
    expect(has('[data-do="undo"]:disabled')).toBe(true);
    await scene.next();
    expect(has(".consent")).toBe(false);
    expect(text(".toast")).toContain("The move was not undone.");
    expect(texts("section.table [data-thing]")).toHaveLength(2);
    for (let i = 0; i < 3; i++) await scene.next();
    expect(has(".consent")).toBe(false);
    expect(has("section.table [data-thing]")).toBe(false);
    expect(log().at(-1)).toBe("Ann undoes a move");
  });

  test.each([
    ["refuse", false],
    ["agree", true],
  ])("requested by another player can be answered: %s", async (how, yes) => {
    scene = await new Scene("noughts", 1).open(3);
    expect(text('.consent[role="alert"]')).toContain("Ann asks to undo");
    await click(scene, `[data-do="${how}"]`);
    expect(scene.sent.at(-1)).toMatchObject({ do: "agree", yes });
  });
});

test("the log keeps the names of players who have left or were replaced", async () => {
  scene = await new Scene("seats", 0).open(5);
  const lines = () => log().filter((line) => /undoes|plays/.test(line));
  const want = ["Ann plays b2", "Bob plays a1", "Bob undoes a move", "Bob plays a2"];
  expect(lines()).toEqual(want);
  await scene.next();
  expect(log().at(-1)).toBe("O is free");
  expect(lines()).toEqual(want);
  await scene.next();
  expect(log().at(-1)).toBe("Cleo joins as O");
  expect(lines()).toEqual(want);
});

describe("a move chosen in secret", () => {
  test("is shown and can be changed, in one way only", async () => {
    scene = await new Scene("hush", 0).open(2);
    expect(text("[data-panel] h2")).toBe("You chose Card");
    expect(texts("[data-panel] button")).toEqual(["Change"]);
    expect(has('[data-do="undo"]:disabled')).toBe(true);
    expect(texts('.own [data-thing] button.chosen[aria-pressed="true"]')).toHaveLength(1);
    await click(scene, "[data-panel] button");
    expect(moves(scene)).toEqual([{ action: "withdraw" }]);
    await scene.next();
    expect(one("main").dataset["turn"]).toBe("mine");
    expect(has(".own button.chosen")).toBe(false);
    expect(has(".own button.open")).toBe(true);
  });

  test("is not shown to others until all have chosen", async () => {
    scene = await new Scene("secret", 1).open(1);
    expect(log().at(-1)).toBe("Ann has chosen");
    expect(JSON.stringify(scenes.secret.seen["1"].slice(0, 4))).not.toMatch(/show [34]/);
    for (let i = 0; i < 3; i++) await scene.next();
    expect(texts(".side li[data-seat]").map((t) => /Fingers \d/.exec(t)?.[0])).toEqual(["Fingers 4", "Fingers 5"]);
    await scene.next();
    await scene.next();
    expect(text("[data-result]")).toContain("7 points");
  });
});

describe("things with the same name", () => {
  test.each([
    ["polish", ["coin (Your hand)", "coin (Your hand)", "coin (Hand of Bob)", "coin (Shelf)"]],
    ["flip", ["coin", "coin"]],
  ])("are distinguished by their place, or not at all: %s", async (action, want) => {
    preferences.setLists(true);
    scene = await new Scene("twins", 0).open(1);
    await click(scene, `[data-panel] [data-action="${action}"]`);
    preferences.setLists(false);
    expect(texts("[data-panel] [data-value]")).toEqual(want);
  });
});

test("text written by players is shown literally, never as HTML", async () => {
  scene = await new Scene("evil", 1).open(1);
  const evil = ["<img src=x onerror=document.title=7>", "<b id=evil>x</b><script>document.title=7</script>"];
  for (const want of evil) expect(document.body.textContent).toContain(want);
  for (const found of ["img[src=x]", "#evil", "body script"]) expect(has(found)).toBe(false);
  expect(document.title).not.toBe("7");
});

test("a click that completes a move sends one message", async () => {
  scene = await new Scene("noughts", 0).open(1);
  press(one('path.open[data-place="a1"]'));
  await scene.settle();
  expect(scene.sent.filter((q) => q.do !== "history" && !q.then).map((q) => q.do)).toEqual(["play"]);
  expect(moves(scene)).toEqual([{ action: "place", picks: [["a1"]] }]);
});

test("without a connection, the page does not say that it is the player's turn", async () => {
  scene = await new Scene("noughts", 0).open(1);
  expect([text(".headline"), document.title[0]]).toEqual(["Your turn", "●"]);
  await scene.cut();
  expect(one("main").dataset["link"]).toBe("down");
  expect([text(".headline"), text("[data-panel] h2"), document.title[0]]).toEqual([
    "Connection lost",
    "Connection lost",
    "T",
  ]);
  expect(text('[role="alert"]')).not.toBe("");
});

describe("the list of choices", () => {
  test("opens on request if all of them are on the table, and stays open", async () => {
    scene = await new Scene("noughts", 0).open(1);
    expect(text("[data-panel] summary")).toBe("List of all 9 choices");
    expect(has("[data-panel] [data-value]")).toBe(false);
    preferences.setLists(true);
    await scene.settle();
    expect(texts("[data-panel] [data-value]")).toHaveLength(9);
    scene.close();
    scene = await new Scene("noughts", 0).open(1);
    expect(texts("[data-panel] [data-value]")).toHaveLength(9);
    preferences.setLists(false);
  });
});

describe("giving up", () => {
  test("is not offered before the first move", async () => {
    scene = await new Scene("noughts", 0).open(1);
    expect(has('[data-do="resign"]:disabled')).toBe(true);
    await scene.next();
    expect(has('[data-do="resign"]:disabled')).toBe(false);
  });

  test.each(["resign", "leave"])("asks for confirmation first: %s", async (what) => {
    scene = await new Scene("noughts", 0).open(2);
    await click(scene, `[data-do="${what}"]`);
    const dialog = one("dialog") as HTMLDialogElement;
    expect(dialog.querySelector(".main")).toBe(null); // nothing that is hard to undo is the main button
    dialog.close("no");
    await scene.settle();
    expect(has("dialog")).toBe(false);
    expect(scene.sent.some((q) => q.do === what)).toBe(false);
    await click(scene, `[data-do="${what}"]`);
    (one("dialog") as HTMLDialogElement).close("yes");
    await scene.settle();
    expect(scene.sent.at(-1)!.do).toBe(what);
  });
});

describe("the next match", () => {
  const over = async () => {
    scene = await new Scene("noughts", 0).open(13);
    preferences.remember("m", { game: "tictactoe", seat: 0, token: "t" });
  };

  test("is created, and the player's seat taken", async () => {
    await over();
    scene.answers = { "/again": { match: "n", commitment: "" }, "/n/join": { seat: 1, token: "u" } };
    await click(scene, '[data-do="again"]');
    expect(scene.posted.map(([path]) => path)).toEqual(["/api/games/tictactoe/m/again", "/api/games/tictactoe/n/join"]);
    expect(scene.posted[1]![1]).toMatchObject({ last: "t" });
    expect(location.pathname).toBe("/games/tictactoe/n");
    expect(preferences.matches["n"]).toMatchObject({ seat: 1, token: "u" });
    preferences.forget("n");
  });

  test("is watched if the seat is gone", async () => {
    await over();
    scene.answers = {
      "/again": { match: "n", commitment: "" },
      "/n/join": { refusal: { code: "taken", why: "it is" } },
    };
    await click(scene, '[data-do="again"]');
    expect(location.pathname).toBe("/games/tictactoe/n");
    expect(preferences.matches["n"]?.token).toBeUndefined();
    expect(text(".toast")).not.toContain("It is");
  });

  test("can be declined when others have started it", async () => {
    await over();
    expect(has('[data-do="decline"]')).toBe(false);
    await scene.says({ type: "next", next: "n" });
    expect(text("[data-result]")).toContain("A rematch has begun");
    await click(scene, '[data-do="decline"]');
    expect(scene.posted.at(-1)![0]).toBe("/api/games/tictactoe/n/leave");
    expect(text("[data-result]")).toContain("You declined the rematch");
    expect(has('[data-do="decline"]')).toBe(false);
  });

  test("may wait for a player whose seat the host can open", async () => {
    scene = await new Scene("seats", 0).open(6);
    preferences.remember("m", { game: "tictactoe", host: "h" });
    const reserved: Event = { n: 8, kind: "seat", seat: 1, name: "Bob", reserved: true, at: "2026-01-01T00:00:00Z" };
    await scene.says({ type: "update", from: 7, seq: 8, toAct: [0], events: [reserved] });
    expect(text(".invite")).toContain("Waiting for Bob");
    await click(scene, '[data-do="open-seat"]');
    expect(scene.posted.at(-1)).toEqual(["/api/games/tictactoe/m/bot", { seat: 1, off: true }]);
  });
});

describe("in practice against a bot", () => {
  const place = (cell: string, share: number, value: number) => ({
    action: "place",
    picks: [[cell]],
    line: { text: "{0} plays {1}", args: [{ seat: 1 }, { element: cell }] },
    share,
    value,
  });

  /** practice opens the second player's turn in a match whose other seat is a bot's. */
  async function practice(): Promise<number> {
    scene = await new Scene("noughts", 1).open(1);
    expect(has('[data-do="hint"]')).toBe(false); // Ann is a person
    const seq = Number(one("main").dataset["seq"]);
    const event = { n: seq + 1, kind: "seat", seat: 0, name: "bot", bot: "sharp", at: "2026-01-01T00:00:00Z" } as Event;
    await scene.says({ type: "update", seq: seq + 1, from: seq, toAct: [1], over: false, events: [event] });
    return seq + 1;
  }

  test("a hint says what a bot would play and tints the cells, until a move is made", async () => {
    const seq = await practice();
    expect(players()[0]).toMatch(/sharp/);
    scene.hint = {
      level: "sharp",
      moves: [place("b2", 70, 55), place("c3", 20, 40), place("a3", 1, 3), place("a1", 1, 60)],
    };
    await click(scene, '[data-do="hint"]');
    const want = "Sharp suggests place b2 (wins 55 of 100), then place c3 (40), then place a3 (3)";
    expect(text("[data-hint]")).toBe(want);
    expect(said()).toBe(want);
    const heat = () => [...document.querySelectorAll<SVGElement>("[data-advised]")].map((e) => e.dataset["advised"]);
    expect(heat().sort()).toEqual(["3", "40", "55"]); // the figures of the moves in words
    expect(texts("[data-advised] text").sort()).toEqual(["3", "40", "55"]);
    expect(one('[data-place="b2"]').getAttribute("aria-label")).toContain("hint 55 %");
    await scene.says({ type: "update", seq: seq + 1, from: seq, toAct: [0], over: false, events: [] });
    expect(heat()).toEqual([]);
    expect(has("[data-hint]")).toBe(false);
  });

  test("a refused hint says why", async () => {
    await practice();
    scene.refusal = { code: "too-fast", why: "a hint is being prepared; wait for it" };
    await click(scene, '[data-do="hint"]');
    expect(text(".toast")).toContain("A hint is being prepared");
    expect(has("[data-hint]")).toBe(false);
  });

  test("a bot that thinks is said to think until it moves", async () => {
    const seq = await practice();
    await scene.says({ type: "update", seq: seq + 1, from: seq, toAct: [0], over: false, events: [] });
    expect(text(".headline")).toBe("Bot (X)'s turn");
    await scene.says({ type: "thinking", thinking: [0] });
    expect(text(".headline")).toBe("Bot (X) is thinking …");
    expect(one('[data-do="hint"]').hasAttribute("disabled")).toBe(true);
    await scene.says({ type: "thinking", thinking: [] });
    expect(text(".headline")).toBe("Bot (X)'s turn");
  });
});
