// The WebSocket connection to a match. It answers requests, and reconnects when the connection is lost.

import type { Message, Refusal, Request } from "./wire.js";
import { Refused } from "./refused.js";
import { words } from "./words.js";

export interface Listener {
  /** hello returns the watch request, which is sent on every new connection. */
  hello(): Request;
  take(message: Message): void;
  /** changed is called when the connection comes up or goes down. */
  changed(up: boolean): void;
  /** refused is called when the match cannot be watched. */
  refused(refusal: Refusal): void;
}

interface Waiting {
  answer(m: Message): void;
  fail(e: Refused): void;
}

const minDelay = 250; // milliseconds before the first attempt to reconnect
const maxDelay = 8000;
const pingAfter = 20_000; // milliseconds of silence before a ping

export class Link {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, Waiting>();
  private lastId = 0;
  private delay = minDelay;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval>;
  private lastHeard = 0;
  private ended = false;

  /** A link connects to the WebSocket at an address, and connects again until it is ended. */
  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.heartbeat = setInterval(() => this.checkAlive(), pingAfter / 4);
    this.connect();
  }

  /** ask sends a request and returns the answer; a refusal rejects with Refused. */
  ask(request: Request): Promise<Message> {
    return new Promise((answer, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return fail(new Refused("unreachable", words.unreachable));
      const id = ++this.lastId;
      this.waiting.set(id, { answer, fail });
      this.socket.send(JSON.stringify({ id, ...request }));
    });
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.heartbeat);
    this.socket?.close();
    this.failWaiting();
  }

  private connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.lastHeard = Date.now();
    socket.onopen = () => this.ask(this.listener.hello()).catch((e: unknown) => this.watchFailed(e as Refused));
    socket.onmessage = (e) =>
      !this.ended && socket === this.socket && this.receive(JSON.parse(String(e.data)) as Message);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  private receive(m: Message) {
    this.lastHeard = Date.now();
    if (m.type === "welcome") {
      this.delay = minDelay;
      this.listener.changed(true);
    }
    const id = typeof m.re === "number" ? m.re : 0; // requests are numbered from 1
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    this.listener.take(m);
    if (m.type === "refusal")
      waiting?.fail(new Refused(m.refusal?.code ?? "", m.refusal?.why ?? "", m.refusal?.field, m.refusal?.line));
    else waiting?.answer(m);
  }

  /** watchFailed retries after a temporary error and gives up after any other. */
  private watchFailed(e: Refused) {
    if (e.code === "unreachable") return;
    if (["busy", "restart", "too-fast", "failed"].includes(e.code)) this.socket?.close();
    else {
      this.end();
      this.listener.refused({ code: e.code, why: e.message });
    }
  }

  private lost() {
    this.socket = undefined;
    this.failWaiting();
    if (this.ended) return;
    this.listener.changed(false);
    this.timer = setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(this.delay * 2, maxDelay);
  }

  private failWaiting() {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const w of all) w.fail(new Refused("unreachable", words.unreachable));
  }

  /** retry connects at once, because that is likely to succeed now: the network is back, or a page is visible again. */
  retry() {
    if (this.ended) return;
    this.delay = minDelay;
    if (!this.socket) {
      clearTimeout(this.timer);
      this.connect();
    } else this.checkAlive();
  }

  /** hangUp closes the connection, so that others see that the player is away. The link connects again after a pause, unless the program has ended. */
  hangUp() {
    this.socket?.close();
  }

  /** checkAlive checks whether a silent connection is still alive. */
  private checkAlive() {
    const silent = Date.now() - this.lastHeard;
    if (this.socket?.readyState === WebSocket.CONNECTING && silent > pingAfter / 2) this.drop();
    if (this.socket?.readyState !== WebSocket.OPEN || silent < pingAfter) return;
    if (silent > pingAfter * 1.5) this.drop();
    else this.ask({ do: "ping" }).catch(() => {});
  }

  /** drop gives up a connection without waiting for the closing handshake. */
  private drop() {
    const socket = this.socket;
    this.lost();
    socket?.close();
  }
}
