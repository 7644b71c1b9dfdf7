// @vitest-environment node

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Message, Refusal, Request } from "./wire.js";
import { Link, type Listener } from "./link.js";

/** Socket is the browser's end of a connection; the tests act as the server. */
class Socket {
  static all: Socket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = Socket.CONNECTING;
  sent: (Request & { id: number })[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as Request & { id: number });
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  says(m: Partial<Message>) {
    this.onmessage({ data: JSON.stringify(m) });
  }
}

class Ear implements Listener {
  heard: Message[] = [];
  up: boolean[] = [];
  refusals: Refusal[] = [];
  hello = (): Request => ({ do: "watch", match: "m" });
  take = (m: Message) => void this.heard.push(m);
  changed = (up: boolean) => void this.up.push(up);
  refused = (r: Refusal) => void this.refusals.push(r);
}

let ear: Ear;
let link: Link;
const socket = () => Socket.all.at(-1)!;

/** welcomed opens the last connection and answers its watch request. */
function welcomed() {
  socket().open();
  socket().says({ type: "welcome", re: socket().sent.at(-1)!.id });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // removes the jitter from the pauses
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  ear = new Ear();
  link = new Link("ws://server/api/play", ear);
});

afterEach(() => {
  link.end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("requests", () => {
  test("are matched to answers by number", async () => {
    welcomed();
    const [a, b] = [link.ask({ do: "offers" }), link.ask({ do: "moves" })];
    const [, first, second] = socket().sent;
    socket().says({ type: "answer", re: second!.id, seq: 2 });
    socket().says({ type: "answer", re: first!.id, seq: 1 });
    expect((await a).seq).toBe(1);
    expect((await b).seq).toBe(2);
  });

  test("that are refused fail with the reason", async () => {
    welcomed();
    const asked = link.ask({ do: "play" });
    socket().says({ type: "refusal", re: socket().sent.at(-1)!.id, refusal: { code: "stale", why: "too late" } });
    await expect(asked).rejects.toMatchObject({ code: "stale", message: "too late" });
  });

  test("fail at once without a connection, and when it is lost", async () => {
    await expect(link.ask({ do: "offers" })).rejects.toMatchObject({ code: "unreachable" });
    welcomed();
    const asked = link.ask({ do: "offers" });
    socket().close();
    await expect(asked).rejects.toMatchObject({ code: "unreachable" });
  });
});

describe("a connection", () => {
  test("asks for the match, and is up once it is welcomed", () => {
    socket().open();
    expect(socket().sent).toEqual([{ id: 1, do: "watch", match: "m" }]);
    expect(ear.up).toEqual([]);
    socket().says({ type: "welcome", re: 1 });
    expect(ear.up).toEqual([true]);
    expect(ear.heard).toHaveLength(1);
  });

  test("that is lost reconnects after longer and longer pauses", async () => {
    welcomed();
    for (const pause of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
      const n = Socket.all.length;
      socket().close();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(Socket.all).toHaveLength(n);
      await vi.advanceTimersByTimeAsync(1);
      expect(Socket.all).toHaveLength(n + 1);
    }
    welcomed();
    const n = Socket.all.length;
    socket().close();
    await vi.advanceTimersByTimeAsync(250);
    expect(Socket.all).toHaveLength(n + 1);
  });

  test("connects at once when it is asked to", () => {
    expect(socket().url).toBe("ws://server/api/play");
    welcomed();
    socket().close();
    expect(ear.up).toEqual([true, false]);
    link.retry();
    expect(Socket.all).toHaveLength(2);
  });

  test("ignores messages of a connection it gave up", () => {
    welcomed();
    const old = socket();
    old.close();
    link.retry();
    old.says({ type: "update" });
    expect(ear.heard).toHaveLength(1);
  });

  test("that was ended does not reconnect", async () => {
    welcomed();
    link.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all).toHaveLength(1);
    expect(ear.up).toEqual([true]);
  });

  test("that hangs up connects again after a pause", async () => {
    welcomed();
    link.hangUp();
    expect(socket().readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(250);
    expect(Socket.all).toHaveLength(2);
  });
});

describe("silence", () => {
  test("triggers a ping, and any answer keeps the connection", async () => {
    welcomed();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(socket().sent.at(-1)).toMatchObject({ do: "ping" });
    socket().says({ type: "answer", re: socket().sent.at(-1)!.id });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(Socket.all).toHaveLength(1);
  });

  test("that lasts closes the connection", async () => {
    welcomed();
    await vi.advanceTimersByTimeAsync(36_000);
    expect(ear.up).toEqual([true, false]);
    expect(Socket.all.length).toBeGreaterThan(1);
  });

  test("while connecting starts another attempt", async () => {
    await vi.advanceTimersByTimeAsync(16_000);
    expect(Socket.all.length).toBeGreaterThan(1);
  });
});

describe("a match that cannot be watched", () => {
  const turnedAway = async (code: string) => {
    socket().open();
    socket().says({ type: "refusal", re: 1, refusal: { code, why: "sorry" } });
    await vi.advanceTimersByTimeAsync(300);
  };

  test.each(["busy", "restart", "too-fast", "failed"])("is retried after a temporary error (%s)", async (code) => {
    await turnedAway(code);
    expect(ear.refusals).toEqual([]);
    expect(Socket.all).toHaveLength(2);
  });

  test.each(["no-match", "token"])("is given up after a permanent error (%s)", async (code) => {
    await turnedAway(code);
    expect(ear.refusals).toEqual([{ code, why: "sorry" }]);
    expect(Socket.all).toHaveLength(1);
  });
});
