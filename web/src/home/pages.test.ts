// Tests the home page and the pages of games, with recorded answers of a real server.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import App from "../App.svelte";
import { Later } from "../later.svelte";
import { preferences } from "../preferences.svelte";
import type { Game, Listing, Message } from "@plygame/client";
import { has, one, press, select, submit, text, texts, write } from "../match/scene.fake";
import scenes from "../match/testdata/scenes.json";
import { router } from "../route.svelte";
import DisplayChoices from "./DisplayChoices.svelte";
import GamePage from "./GamePage.svelte";
import Home from "./Home.svelte";

const { game, seen } = scenes.roles as unknown as { game: Game; seen: Record<string, Message[]> };

/** listed is the match as the server lists it when one seat is free, and when it is over. */
const listed = {
  free: { ...seen["spectator first"]![0]!.match, id: "f" } as Listing,
  over: { ...seen["spectator last"]![0]!.match, id: "o" } as Listing,
};

let page: object | undefined;
let answers: Record<string, object>;
let posted: [string, unknown][];

beforeEach(() => {
  posted = [];
  answers = {
    "GET /api/games": { games: [game] },
    "GET /api/games/hex?limit=1": { game, matches: [] },
    "GET /api/games/hex/o": { match: listed.over },
    "GET /api/games/hex/f": { match: listed.free },
    "GET /api/matches?open=true&over=false&limit=20": { matches: [listed.free] },
    "GET /api/bots": { bots: [], default: "" },
  };
  vi.stubGlobal("matchMedia", (media: string) => Object.assign(new EventTarget(), { matches: false, media }));
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body: string | null }) => {
    if (method !== "GET") posted.push([path, JSON.parse(body ?? "null")]);
    const answer = answers[`${method} ${path}`] ?? { refusal: { code: "no-path", why: path } };
    return Promise.resolve(Response.json(answer, { status: "refusal" in answer ? 404 : 200 }));
  });
});

afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  document.body.replaceChildren();
  for (const id of ["o", "f", "n"]) preferences.forget(id);
  preferences.setName("");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = async () => {
  for (let i = 0; i < 20; i++) {
    await new Promise((done) => setTimeout(done));
    flushSync();
  }
};
const here = { settle };

async function open<P extends Record<string, unknown>>(what: Component<P>, props: P) {
  page = mount(what, { target: document.body, props });
  await settle();
}

describe("the home page", () => {
  const row = (id: string) => text(`[data-match="${id}"]`);

  test("lists open matches with their players, roles and free seats", async () => {
    await open(Home, {});
    expect(row("f")).toContain("with Ann (Red)");
    expect(row("f")).toContain("Free: Blue");
    expect(has('[data-match="f"] .forget')).toBe(false);
    expect(has('a[data-game="hex"]')).toBe(true);
  });

  test("says how the player's own matches ended, and leads to them", async () => {
    preferences.remember("o", { game: "hex", seat: 0, token: "t" });
    await open(Home, {});
    expect(row("o")).toContain("as Red, with Bob (Blue)");
    expect(text('[data-match="o"] .state')).toBe("You win");
    expect(one('[data-match="o"] a').getAttribute("href")).toBe("/games/hex/o");
    await unmount(page!);
    page = undefined;
    preferences.remember("o", { game: "hex", seat: 1, token: "t" });
    await open(Home, {});
    expect(text('[data-match="o"] .state')).toBe("Ann wins");
  });

  test("lists the viewer's own match only once, and forgets it", async () => {
    preferences.remember("f", { game: "hex", seat: 0, token: "t" });
    await open(Home, {});
    expect(texts('[data-match="f"]')).toHaveLength(1);
    press(one('[data-match="f"] .forget'));
    await settle();
    expect(has('[data-match="f"] .forget')).toBe(false);
    expect(preferences.matches).toEqual({});
    expect(texts('[data-match="f"]')).toHaveLength(1); // now among the open ones
  });

  test("forgets matches that the server does not know", async () => {
    preferences.remember("n", { game: "hex", seat: 0, token: "t" });
    answers["GET /api/games/hex/n"] = { refusal: { code: "no-match", why: "gone" } };
    await open(Home, {});
    expect(preferences.matches).toEqual({});
  });
});

describe("the page of a game", () => {
  const eager = { name: "eager", about: "Looks some moves ahead.", takes: "MOVES" };
  const gentle = { name: "gentle", about: "Plays gently." };

  test("says what the only bot does, and offers no choice", async () => {
    answers["GET /api/bots"] = { bots: [gentle], default: "gentle" };
    await open(GamePage, { game: "hex" });
    expect(text("#bots-hint")).toContain("Plays gently.");
    expect(has("#bot")).toBe(false);
  });

  test("offers several bots, says what each does, and asks for the one that was chosen", async () => {
    answers["GET /api/bots"] = { bots: [gentle, eager], default: "gentle" };
    answers["POST /api/games/hex/create"] = { match: "n", host: "h", commitment: "" };
    answers["POST /api/games/hex/n/join"] = { seat: 0, token: "t" };
    const go = vi.spyOn(router, "go").mockReturnValue();
    await open(GamePage, { game: "hex" });
    expect(text("#bot-hint")).toBe("Plays gently.");
    expect(has("#bot-takes")).toBe(false);
    await select(here, "#bot", "eager");
    expect(text("#bot-hint")).toBe("Looks some moves ahead.");
    await write(here, "#bot-takes", "3");
    await write(here, '[name="name"]', "Bea");
    await submit(here, "form");
    expect(posted).toMatchObject([
      ["/api/games/hex/create", { seats: 2, bots: [1], bot: "eager:3" }],
      ["/api/games/hex/n/join", { name: "Bea", seat: 0 }],
    ]);
    expect(go.mock.calls).toEqual([["/games/hex/n"]]);
    expect(preferences.matches["n"]).toMatchObject({ game: "hex", seat: 0, token: "t", host: "h" });
  });
});

test("the page says so while a part of it cannot be loaded", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  let reachable = false;
  const part = new Later(() => (reachable ? Promise.resolve("part") : Promise.reject(new Error("offline"))));
  await open(App, {});
  const alert = '[role="alert"] [data-do="reload"]';
  expect(has(alert)).toBe(false);
  void part.load();
  await settle();
  expect(has(alert)).toBe(true);
  reachable = true;
  dispatchEvent(new Event("online"));
  await settle();
  expect(has(alert)).toBe(false);
  expect(part.now).toBe("part");
});

/** look returns the attributes for the style sheet. */
const look = () => Object.fromEntries(Object.entries(document.documentElement.dataset));

test("players can change how pages look", async () => {
  await open(App, {});
  const choices = mount(DisplayChoices, { target: document.body });
  const tick = async (selector: string, on = true) => {
    const field = one(selector) as HTMLInputElement;
    field.checked = on;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await settle();
  };
  for (const choice of ["dark", "larger"]) await tick(`[value="${choice}"]`);
  for (const choice of ["contrast", "palette", "four", "calm"]) await tick(`[name="${choice}"]`);
  const all = { theme: "dark", text: "larger", contrast: "more", palette: "distinct", motion: "none" };
  expect(look()).toEqual(all);
  expect(preferences.still).toBe(true);
  expect(preferences.display.four).toBe(true);
  await tick('[name="contrast"]', false);
  expect(document.documentElement.dataset["contrast"]).toBeUndefined();
  await unmount(choices);
  preferences.setTheme("auto");
  preferences.setDisplay({ text: "normal", palette: false, four: false, calm: false });
  await settle();
  expect(look()).toEqual({});
});
