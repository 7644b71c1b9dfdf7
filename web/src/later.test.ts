import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Later, missing } from "./later.svelte";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a part is loaded once, when it is first shown", async () => {
  const fetch = vi.fn(() => Promise.resolve("part"));
  const part = new Later(fetch);
  expect(fetch).not.toHaveBeenCalled();
  expect(part.now).toBeUndefined();
  await vi.advanceTimersByTimeAsync(0);
  expect(part.now).toBe("part");
  expect(await part.load()).toBe("part");
  expect(fetch).toHaveBeenCalledOnce();
});

test("a part that cannot be loaded is tried again until it can, and the page knows that it is missing", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  let reachable = false;
  const fetch = vi.fn(() => (reachable ? Promise.resolve("part") : Promise.reject(new Error("offline"))));
  const part = new Later(fetch);
  void part.load();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetch.mock.calls.length).toBeGreaterThan(1);
  expect(missing()).toBe(true);
  expect(part.now).toBeUndefined();
  reachable = true;
  await vi.advanceTimersByTimeAsync(8000);
  expect(part.now).toBe("part");
  expect(missing()).toBe(false);
});

test("a part is tried again at once when the network is back", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  let reachable = false;
  const part = new Later(() => (reachable ? Promise.resolve("part") : Promise.reject(new Error("offline"))));
  void part.load();
  await vi.advanceTimersByTimeAsync(0);
  reachable = true;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(part.now).toBe("part");
});
