// Tests how a page gets, keeps and loses a seat, with recorded messages of a real server.

import { afterEach, describe, expect, test, vi } from "vitest";
import { preferences } from "../preferences.svelte";
import type { Event as Entry } from "@plygame/client";
import { click, has, moves, one, press, Scene, select, submit, text, texts, write } from "./scene.fake";

let scene: Scene;
afterEach(() => {
  vi.useRealTimers();
  scene.close();
  preferences.setName("");
});

const log = () => texts(".log li");
const at = "2026-01-01T00:00:00Z";

/** holding opens a page that holds a token of the seat, and perhaps of the host. */
async function holding(name: "late" | "noughts", updates: number, host?: string) {
  scene = new Scene(name, 0);
  preferences.remember("m", { game: "tictactoe", seat: 0, token: "t", ...(host && { host }) });
  await scene.open(updates);
}

describe("a visitor who takes a seat", () => {
  test("sees what happened while the page was connecting", async () => {
    scene = await new Scene("late", "spectator").open(1);
    expect(log()).toEqual(["Ann joins as X"]);
    expect(scene.watched.at(-1)).not.toHaveProperty("token");
    scene.answers = { "/join": { seat: 1, token: "u" } };
    scene.welcome = scene.later("1 after");
    await write(scene, '[name="name"]', " Bob ");
    await submit(scene, ".join form");
    expect(scene.posted).toEqual([["/api/games/tictactoe/m/join", { name: "Bob" }]]);
    expect(scene.watched.at(-1)).toMatchObject({ do: "watch", match: "m", token: "u" });
    expect(scene.watched.at(-1)).not.toHaveProperty("since");
    expect(one("main").dataset).toMatchObject({ mover: "1", turn: "mine", seq: "3" });
    expect(log()).toEqual(["Ann joins as X", "Bob joins as O", "Ann plays b2"]);
    expect(texts("section.table [data-thing]")).toHaveLength(1);
    expect(has('[data-do="join"]')).toBe(false);
    expect([preferences.name, preferences.matches["m"]]).toMatchObject(["Bob", { seat: 1, token: "u" }]);
  });

  test("is told why they cannot, and can try again", async () => {
    scene = await new Scene("late", "spectator").open(1);
    scene.answers = { "/join": { refusal: { code: "taken", why: "the seat is taken" } } };
    await write(scene, '[name="name"]', "Bob");
    await submit(scene, ".join form");
    expect(text(".toast")).not.toBe("");
    expect(has('[data-do="join"]:not(:disabled)')).toBe(true);
    expect(preferences.matches["m"]).toBeUndefined();
  });
});

describe("the invitation", () => {
  /** waiting opens the page of a player whose opponent's seat is free. */
  const waiting = async () => {
    scene = await new Scene("late", 0).open();
    expect(text(".invite")).toContain("O is free");
    expect((one(".invite input") as HTMLInputElement).value).toBe(location.origin + "/games/tictactoe/m");
  };

  test("copies the link", async () => {
    const writeText = vi.fn((_: string) => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    await waiting();
    await click(scene, '[data-do="copy-link"]');
    expect(writeText.mock.calls).toEqual([[location.origin + "/games/tictactoe/m"]]);
    expect(text(".invite [role=status]")).toBe("Copied");
  });

  test.each([
    [true, "Copied"],
    [false, "Copying failed"],
  ])("copies in another way where the page may not use the clipboard: %s", async (works, said) => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
    const copy = vi.fn(() => works);
    Object.assign(document, { execCommand: copy });
    await waiting();
    await click(scene, '[data-do="copy-link"]');
    expect(copy.mock.calls).toEqual([["copy"]]);
    expect(text(".invite [role=status]")).toContain(said);
  });

  test("disappears when all seats are taken", async () => {
    await waiting();
    await scene.next();
    expect(has(".invite")).toBe(false);
    expect(texts(".side li[data-seat] .who")[1]).toMatch(/^Bob/);
  });

  test("lets the host add the bot of their choice", async () => {
    scene = new Scene("late", 0);
    preferences.remember("m", { game: "tictactoe", host: "h" });
    const bots = [{ name: "gentle" }, { name: "eager", takes: "MOVES" }];
    scene.answers = { "/api/bots": { bots, default: "gentle" } };
    await scene.open();
    await click(scene, '[data-do="add-bot"][data-seat="1"]');
    await select(scene, "#bot", "eager");
    await write(scene, "#bot-takes", "3");
    await click(scene, '[data-do="add-bot"]');
    expect(scene.posted).toEqual([
      ["/api/games/tictactoe/m/bot", { seat: 1 }],
      ["/api/games/tictactoe/m/bot", { seat: 1, bot: "eager:3" }],
    ]);
    const event: Entry = { n: 2, kind: "seat", seat: 1, name: "bot", bot: "eager:3", at };
    await scene.says({ type: "update", from: 1, seq: 2, toAct: [0], over: false, events: [event] });
    expect(has(".invite")).toBe(false);
    expect(texts(".side li[data-seat] .who")[1]).toContain("eager:3");
  });
});

describe("a player who leaves", () => {
  test("watches from now on, without an error, until somebody takes the seat", async () => {
    await holding("late", 1);
    await click(scene, '[data-do="leave"]');
    (one("dialog") as HTMLDialogElement).close("yes");
    await scene.settle();
    expect(scene.sent.at(-1)!.do).toBe("leave");
    const seats = [{ free: true }, { name: "Bob" }];
    scene.welcome = { ...scene.later("spectator"), seq: 3, match: { ...scene.later("spectator").match!, seats } };
    await scene.says({ type: "farewell", code: "left" });
    expect(one("main").dataset).toMatchObject({ link: "up" });
    expect(one("main").dataset["mover"]).toBeUndefined();
    expect(has('[data-do="join"]')).toBe(true);
    expect(text(".toast")).toBe("");
    expect(preferences.matches["m"]).toBeUndefined();
    expect(scene.watched.at(-1)).not.toHaveProperty("token");
    const event: Entry = { n: 4, kind: "seat", seat: 0, name: "Cleo", at };
    await scene.says({ type: "update", from: 3, seq: 4, toAct: [0], over: false, events: [event] });
    expect(has('[data-do="join"]')).toBe(false);
    expect(text(".side")).toContain("You are watching");
    expect(texts(".side li[data-seat] .who")[0]).toMatch(/^Cleo/);
  });

  test("is told if somebody else has taken the seat", async () => {
    await holding("late", 1);
    scene.welcome = scene.later("spectator");
    await scene.says({ type: "farewell", code: "left" });
    expect(text(".toast")).toContain("Someone else has your seat now");
    expect(preferences.matches["m"]).toBeUndefined();
  });
});

test("players see who is connected", async () => {
  await holding("noughts", 1);
  const bob = () => one('.side li[data-seat="1"] [role="img"].dot').getAttribute("aria-label");
  expect(bob()).toBe("not connected");
  await scene.says({ type: "presence", here: [true, true], spectators: 1 });
  expect(bob()).toBe("connected");
  await scene.says({ type: "presence", here: [true, false] });
  expect(bob()).toBe("not connected");
});

test("a spectator finds the rematch, and cannot take a seat that is reserved", async () => {
  scene = new Scene("roles", "spectator");
  await scene.open(3);
  await scene.says({ type: "next", next: "n" });
  expect(one("[data-result] p a").getAttribute("href")).toBe("/games/hex/n");
  expect(has('[data-do="again"]')).toBe(false);
  scene.close();
  scene = new Scene("late", "spectator");
  const reserved = [{ name: "Ann" }, { name: "Bob", reserved: true }];
  scene.welcome = { ...scene.welcome, match: { ...scene.welcome.match!, seats: reserved } };
  await scene.open();
  expect(text(".side")).toContain("You are watching");
  expect(texts(".side li[data-seat] .who")[1]).toContain("not here yet");
  expect(has('[data-do="join"]')).toBe(false);
});

describe("new tokens", () => {
  const old = (token: string) => `Bearer ${token}`;

  test("of the seat and of the host replace the old ones, which end", async () => {
    await holding("late", 1, "h");
    scene.answers = { "/renew": { token: "h2" } };
    await scene.says({ type: "token", token: "t2" });
    expect(preferences.matches["m"]).toMatchObject({ seat: 0, token: "t2", host: "h2" });
    expect(scene.sent.at(-1)).toMatchObject({ do: "renew", token: "t2" });
    expect(scene.posted.map(([path]) => path)).toEqual(Array(2).fill("/api/games/tictactoe/m/renew"));
    expect(scene.signed).toEqual([old("h"), old("h2")]); // using the new one ends the old one
    await scene.cut();
    await scene.mend();
    expect(scene.watched.at(-1)).toMatchObject({ token: "t2" });
  });

  test("are for the host if they have no seat", async () => {
    scene = new Scene("late", "spectator");
    preferences.remember("m", { game: "tictactoe", host: "h" });
    await scene.open(1);
    await scene.says({ type: "token", token: "h2" });
    expect(preferences.matches["m"]).toMatchObject({ host: "h2" });
    expect(preferences.matches["m"]).not.toHaveProperty("token");
    expect(scene.posted).toEqual([]);
  });

  test("of the host are asked for again if that fails", async () => {
    await holding("late", 1, "h");
    scene.answers = { "/renew": { refusal: { code: "busy", why: "later" } } };
    await scene.says({ type: "token", token: "t2" });
    expect(preferences.matches["m"]).toMatchObject({ token: "t2", host: "h" });
    expect(text(".toast")).toBe("");
  });
});

describe("a move that was sent as the connection broke", () => {
  /** sending opens the page of a player whose move has no answer yet. */
  const sending = async () => {
    await holding("late", 1);
    scene.held = [];
    press(one('path.open[data-place="b2"]'));
    await scene.settle();
    expect(moves(scene)).toHaveLength(1);
    await scene.cut();
  };

  test("and was made is not sent again", async () => {
    await sending();
    scene.welcome = scene.later("0 after");
    await scene.mend();
    expect(scene.watched.at(-1)).toMatchObject({ since: 2, mark: "mark", token: "t" });
    expect(one("main").dataset).toMatchObject({ link: "up", turn: "theirs", seq: "3" });
    expect(text(".toast")).not.toContain("did not arrive");
    expect(moves(scene)).toHaveLength(1);
    expect(texts("section.table [data-thing]")).toHaveLength(1);
    expect(log().at(-1)).toBe("Ann plays b2");
  });

  test("and did not arrive is reported, and can be made again", async () => {
    await sending();
    scene.welcome = scene.later("0 before");
    await scene.mend();
    expect(one("main").dataset).toMatchObject({ link: "up", turn: "mine", seq: "2" });
    expect(text(".toast")).toContain("did not arrive");
    expect(moves(scene)).toHaveLength(1);
    expect(has("section.table [data-thing]")).toBe(false);
    scene.held = undefined;
    press(one('path.open[data-place="a1"]'));
    await scene.settle();
    expect(moves(scene)).toHaveLength(2);
  });
});

test("a move that comes too late is refused, and the page continues from the current position", async () => {
  await holding("late", 1);
  scene.held = [];
  scene.refusal = { code: "stale", why: "the match is at entry 3" };
  press(one('path.open[data-place="c3"]'));
  await scene.settle();
  await scene.next(); // the move of another tab
  scene.held.shift()!();
  await scene.settle();
  expect(text(".toast")).toContain("moved on");
  expect(one("main").dataset).toMatchObject({ turn: "theirs", seq: "3" });
  expect(texts("section.table [data-thing]")).toHaveLength(1);
  expect(log().at(-1)).toBe("Ann plays b2");
});
