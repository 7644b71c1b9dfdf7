import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followPage } from "./connection";

const match = { retry: vi.fn(), hangUp: vi.fn() };
let stop: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  stop = followPage(match);
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

test("a page connects at once when the network is back, or when it is visible again", () => {
  window.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(match.retry).toHaveBeenCalledTimes(2);
});

test("a hidden page does not hurry", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(match.retry).not.toHaveBeenCalled();
});

test("a page that goes away hangs up, and one that is closed does nothing", () => {
  window.dispatchEvent(new Event("pagehide"));
  expect(match.hangUp).toHaveBeenCalledOnce();
  stop();
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("pagehide"));
  expect(match.retry).not.toHaveBeenCalled();
  expect(match.hangUp).toHaveBeenCalledOnce();
});
