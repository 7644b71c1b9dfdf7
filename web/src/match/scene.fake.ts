// The page of a match with a fake server that replays recorded messages: testdata/scenes.json, which the Go test
// TestScenes checks.

import { flushSync, mount, unmount } from "svelte";
import { vi } from "vitest";
import { preferences } from "../preferences.svelte";
import type { Event as Entry, Game, Hint, Message, Move, Offer, Refusal, Request, Table } from "@plygame/client";
import { areaView, boardView, cardView, extras, spots, trackView } from "../table/later";
import { parts } from "./parts";
import MatchPage from "./MatchPage.svelte";
import scenes from "./testdata/scenes.json";
import workshop from "../../client/testdata/workshop.json";

interface Recorded {
  game: Game;
  table: Table;
  seen: Record<string, Message[]>;
}

/** Sent is a request that the page sent. */
type Sent = Request & { id: number };

/** Asking is how an HTTP request is made. */
interface Asking {
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  static server: Scene;
  readyState = Socket.CONNECTING;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    Socket.all.push(this);
    queueMicrotask(() => {
      if (!Socket.server.reachable) return this.close();
      this.readyState = Socket.OPEN;
      this.onopen();
    });
  }

  send(text: string) {
    Socket.server.take(JSON.parse(text) as Sent, this);
  }

  says(m: object) {
    this.onmessage({ data: JSON.stringify(m) });
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }
}

/** Scene is a page and its fake server. */
export class Scene {
  readonly sent: Sent[] = [];
  /** watched are the requests to watch the match, one per connection. */
  readonly watched: Sent[] = [];
  /** posted are the HTTP requests that change something: path and body. */
  readonly posted: [string, unknown][] = [];
  /** signed are the tokens of the HTTP requests that had one. */
  readonly signed: string[] = [];
  /** answers maps the end of a path to the answer of an HTTP request. */
  answers: Record<string, object> = {};
  reachable = true;
  /** refusal refuses the next request other than a draft. */
  refusal: Refusal | undefined;
  /** thens are what the first offers change, if the page asks. */
  thens: Offer[] | undefined;
  /** held are the answers to moves, if they are held back. */
  held: (() => void)[] | undefined;
  /** hint answers the requests for a hint. */
  hint: Hint | undefined;
  /** welcome answers the requests to watch from now on. */
  welcome: Message;
  /** narrow gives the page a narrow screen, moving lets things move. */
  narrow = false;
  moving = false;
  private readonly all: Message[];
  private at = 0;
  private page: object | undefined;
  private readonly recorded: Recorded;

  constructor(
    name: keyof typeof scenes,
    readonly seat: number | "spectator",
  ) {
    this.recorded = scenes[name] as unknown as Recorded;
    this.all = this.recorded.seen[seat]!;
    this.welcome = this.all[0]!;
    Socket.server = this;
    Socket.all = [];
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("matchMedia", (query: string) =>
      Object.assign(new EventTarget(), { matches: this.matches(query), media: query }),
    );
    vi.stubGlobal("fetch", (path: string, how: Asking) => this.fetch(path, how));
  }

  private matches(query: string): boolean {
    return query.includes("reduced-motion") ? !this.moving : query.includes("max-width") && this.narrow;
  }

  /** later is the welcome that an observer got on a later connection. */
  later(who: string): Message {
    return this.recorded.seen[who]![0]!;
  }

  /** open shows the page after the welcome and a number of updates. */
  async open(updates = 0): Promise<this> {
    await Promise.all(
      [...Object.values(parts), areaView, boardView, cardView, spots, extras, trackView].map((part) => part.load()),
    ); // so that nothing is shown later
    this.page = mount(MatchPage, { target: document.body, props: { game: this.recorded.game.name, match: "m" } });
    await this.settle();
    for (let i = 0; i < updates; i++) await this.next();
    return this;
  }

  close() {
    if (this.page) void unmount(this.page);
    vi.unstubAllGlobals();
    document.body.replaceChildren();
    preferences.forget("m");
  }

  /** next sends the next recorded update. */
  async next(): Promise<Message> {
    const m = this.all[++this.at];
    if (!m) throw new Error("nothing else has happened");
    await this.says(m);
    return m;
  }

  /** says sends any other message. */
  async says(m: Message): Promise<void> {
    Socket.all.at(-1)!.says(m);
    await this.settle();
  }

  /** cut ends the connection, and refuses new ones. */
  async cut() {
    this.reachable = false;
    Socket.all.at(-1)!.close();
    await this.settle();
  }

  /** mend lets the page connect again, as when the network is back. */
  async mend() {
    this.reachable = true;
    dispatchEvent(new Event("online"));
    await this.settle();
  }

  /** settle waits until the page shows everything it has received. */
  async settle() {
    for (let i = 0; i < 30; i++) await Promise.resolve();
    flushSync();
    for (let i = 0; i < 30; i++) await Promise.resolve();
    flushSync();
  }

  take(q: Sent, socket: Socket) {
    const answer = (m: object) => socket.says({ ...m, re: q.id });
    if (q.do === "watch") {
      this.watched.push(q);
      return answer(this.welcome);
    }
    this.sent.push(q);
    if (q.do === "offers" && q.then && !q.draft && this.thens) return answer({ type: "answer", offers: this.thens });
    if (q.do === "offers") return answer(this.offers(q));
    if (q.do === "hint" && this.hint) return answer({ type: "answer", hint: this.hint });
    if (q.do === "history") return answer({ type: "answer", events: this.history() });
    const refusal = this.refusal;
    this.refusal = undefined;
    const answered = () => answer(refusal ? { type: "refusal", refusal } : { type: "answer" });
    if (!this.held || q.do !== "play") return answered();
    this.held.push(answered);
  }

  /** history returns the events so far: up to the last update, or to the welcome of a later connection. */
  private history(): Entry[] {
    const seq = Math.max(this.all[this.at]?.seq ?? 0, this.welcome.seq ?? 0);
    return this.all.flatMap((m) => m.events ?? []).filter((e) => e.n <= seq);
  }

  /** offers answers with the recorded drafts of the workshop, or with the offers of the last update. */
  private offers(q: Request): object {
    const draft = JSON.stringify(q.draft ?? null);
    const { action, picks } = (q.draft ?? {}) as Move;
    const offers = this.all.slice(0, this.at + 1).findLast((m) => m.offers)?.offers;
    if (this.recorded.game.name !== "workshop" && !picks)
      return { type: "answer", offers: offers?.filter((o) => !action || o.action === action) };
    const known = workshop.drafts.find((d) => JSON.stringify(d.draft) === draft);
    if (!known) throw new Error(`the dialogue has no draft ${draft}`);
    return known.answer;
  }

  private async fetch(path: string, how: Asking): Promise<Response> {
    const token = how.headers["Authorization"];
    if (token) this.signed.push(token);
    if (how.method !== "GET") this.posted.push([path, how.body ? (JSON.parse(how.body) as unknown) : undefined]);
    const known = Object.entries(this.answers).find(([end]) => path.endsWith(end))?.[1];
    const said = known ?? (path.endsWith("/table") ? this.recorded.table : { game: this.recorded.game, matches: [] });
    return Promise.resolve(new Response(JSON.stringify(said), { status: "refusal" in said ? 409 : 200 }));
  }
}

/** Settling is a page that can be waited for. */
interface Settling {
  settle(): Promise<void>;
}

/** moves returns the moves that the page has sent. */
export const moves = (scene: Scene) => scene.sent.filter((q) => q.do === "play").map((q) => q.move);

/** one returns the only element that matches a selector. */
export function one(selector: string): HTMLElement {
  const all = document.querySelectorAll<HTMLElement>(selector);
  if (all.length !== 1) throw new Error(`there are ${all.length} of ${selector}:\n${document.body.innerHTML}`);
  return all[0]!;
}

/** text returns the text of an element with single spaces, or "" if there is none. */
export const text = (selector: string) =>
  (document.querySelector(selector)?.textContent ?? "").split(/\s+/).join(" ").trim();

/** texts returns the texts of all elements that match a selector. */
export const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((e) => e.textContent.split(/\s+/).join(" ").trim());

/** click clicks the only element that matches a selector, and waits until the page has reacted. */
export async function click(scene: Settling, selector: string) {
  press(one(selector));
  await scene.settle();
}

/** press sends the events of a mouse click. */
export function press(e: Element) {
  for (const type of ["pointerdown", "pointerup", "click"])
    e.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
}

/** write types a text into a field. */
export async function write(scene: Settling, selector: string, value: string) {
  const field = one(selector) as HTMLInputElement;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await scene.settle();
}

/** select chooses a value from a list. */
export async function select(scene: Settling, selector: string, value: string) {
  const field = one(selector) as HTMLSelectElement;
  field.value = value;
  Object.assign(field, { querySelector: () => field.selectedOptions[0] }); // happy-dom does not know that an option can be :checked
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await scene.settle();
}

/** submit submits the form that matches a selector. */
export async function submit(scene: Settling, selector: string) {
  one(selector).dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await scene.settle();
}

export const has = (selector: string) => document.querySelector(selector) !== null;
