import { beforeEach, expect, test, vi } from "vitest";

const fresh = async () => (await import("./preferences.svelte")).preferences;

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test("the name and how pages look are stored", async () => {
  const now = await fresh();
  now.setName("Ann");
  now.setTheme("dark");
  now.setDisplay({ text: "large" });
  now.setDisplay({ contrast: true });
  vi.resetModules();
  const later = await fresh();
  expect([later.name, later.theme, later.display]).toEqual(["Ann", "dark", { text: "large", contrast: true }]);
});

test("access to a match is extended, and forgotten", async () => {
  const now = await fresh();
  now.remember("m", { game: "hex", token: "t", seat: 1 });
  now.remember("m", { game: "hex", host: "h" });
  expect(now.matches.m).toMatchObject({ game: "hex", token: "t", seat: 1, host: "h" });
  now.remember("m", { game: "hex", token: undefined, seat: undefined });
  expect(now.matches.m?.token).toBeUndefined();
  now.forget("m");
  expect(now.matches).toEqual({});
  expect(JSON.parse(localStorage.getItem("ply.matches")!)).toEqual({});
});

test("the newest 200 matches are kept", async () => {
  const now = await fresh();
  vi.useFakeTimers();
  for (let i = 0; i < 205; i++) {
    vi.setSystemTime(i * 1000);
    now.remember(`m${i}`, { game: "hex" });
  }
  vi.useRealTimers();
  expect(Object.keys(now.matches)).toHaveLength(200);
  expect(now.matches.m4).toBeUndefined();
  expect(now.matches.m204).toBeDefined();
});

test("matches stored by another tab are kept", async () => {
  const now = await fresh();
  localStorage.setItem("ply.matches", JSON.stringify({ x: { game: "nim", at: 1 } }));
  dispatchEvent(Object.assign(new Event("storage"), { key: "ply.matches" }));
  expect(now.matches).toHaveProperty("x");
});

test("unreadable storage counts as empty", async () => {
  localStorage.setItem("ply.matches", "{");
  expect((await fresh()).matches).toEqual({});
});
