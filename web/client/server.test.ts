// @vitest-environment node

import { afterEach, expect, test, vi } from "vitest";
import { Server } from "./server.js";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ code: "no-seat", why: "Briscola is for 2 or 4 players" }, "Briscola is for 2 or 4 players"],
  [{ code: "taken", why: "the seat is taken" }, "Someone else has taken this seat."],
])("a refused match has the words of the rules: %j", async (refusal, want) => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ refusal }, { status: 409 })));
  await expect(new Server().create("briscola", { seats: 3 })).rejects.toThrow(want);
});
