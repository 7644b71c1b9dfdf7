import { beforeEach, expect, test, vi } from "vitest";
import type { Game } from "@plygame/client";
import { MatchSettings } from "./matchsettings.svelte";

const game = {
  name: "hex",
  minSeats: 2,
  maxSeats: 4,
  seatCounts: [2, 3, 4],
  options: [
    { name: "size", type: "int", default: "11", min: 3, max: 19 },
    { name: "swap", type: "bool", default: "true" },
  ],
  presets: [{ name: "small", values: { size: "5" } }],
} as unknown as Game;

let settings: MatchSettings;
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ bots: [] })));
  settings = new MatchSettings(game);
  settings.name = "Ann";
});

test("a preset sets its options and resets the others to their defaults", () => {
  settings.options.swap = "false";
  settings.usePreset(game.presets![0]);
  expect(settings.options).toEqual({ size: "5", swap: "true" });
  expect(settings.isPreset(game.presets![0])).toBe(true);
  expect(settings.isPreset()).toBe(false);
  settings.usePreset();
  expect(settings.isPreset()).toBe(true);
});

test.each([
  ["2", true],
  ["3", false],
  ["19", false],
  ["20", true],
  ["1.5", true],
  ["", true],
  ["x", true],
])("a size of %s is an error: %s", (size, fault) => {
  settings.options.size = size;
  expect("size" in settings.faults).toBe(fault);
});

test("a player without a name is asked for one", () => {
  settings.name = " ";
  expect(settings.faults).toHaveProperty("name");
});

test("only changed options are sent, and bots only for their seats", () => {
  settings.options.size = "5";
  settings.seats = 3;
  settings.ownSeat = 1;
  expect(settings.request("bots")).toMatchObject({ seats: 3, bots: [0, 2], options: { size: "5" } });
  expect(settings.request("friends").bots ?? []).toEqual([]);
  settings.bots[0] = false;
  expect(settings.request("plan").bots).toEqual([2]);
});

test("a seat beyond the number of players becomes the last one", () => {
  settings.seats = 4;
  settings.ownSeat = 3;
  settings.seats = 2;
  expect(settings.ownSeat).toBe(1);
  expect(settings.others).toEqual([0]);
});

test("only numbers of players that the game allows can be chosen", () => {
  expect(settings.counts).toEqual([2, 3, 4]);
  const some = new MatchSettings({ ...game, minSeats: 2, maxSeats: 6, seatCounts: [4, 6] });
  expect(some.counts).toEqual([4, 6]);
  expect(some.seats).toBe(4);
});
