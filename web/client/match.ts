// A match at a server, as a seat or a spectator knows it. docs/protocol.md, "What a client keeps".

import { Draft, type Asker, type DraftLogic } from "./draft.js";
import { Link } from "./link.js";
import { momentAfter, type Moment } from "./moment.js";
import { nameOf, type Seating } from "./names.js";
import { Position } from "./position.js";
import { Refused } from "./refused.js";
import type { Server } from "./server.js";
import type {
  Asked,
  Change,
  Event,
  Listing,
  Message,
  Move,
  Outcome,
  Refusal,
  Request,
  Seat,
  Sitter,
  Table,
} from "./wire.js";
import { words } from "./words.js";

const historyLimit = 600; // entries of a long match that are read when it is opened
const tryAgain = 1000; // milliseconds until a table that could not be fetched is asked for again

/**
 * MatchLogic is everything about a match but its fields, so that a user interface can declare them in its own way:
 * web/src/match/match.svelte.ts has fields that Svelte observes, and shows updates one after the other. Match has plain ones.
 */
export abstract class MatchLogic {
  /** table is what the rules declare. */
  abstract table: Table | undefined;
  /** position is what is on the table, as far as the seat may see it. */
  abstract position: Position | undefined;
  abstract listing: Listing | undefined;
  abstract events: Event[];
  /** seq is the number of entries of the match. */
  abstract seq: number;
  /** toAct are the seats that the match waits for. */
  abstract toAct: Seat[];
  abstract over: boolean;
  abstract outcome: Outcome | undefined;
  /** resigned is the seat that ended the match by resigning. */
  abstract resigned: Seat | undefined;
  abstract role: "spectator" | "seat" | "host" | "judge";
  /** seat is the seat of the player; undefined for spectators. */
  abstract seat: Seat | undefined;
  /** here says which seats are connected. */
  abstract here: boolean[];
  abstract spectators: number;
  /** asked is a request to undo moves that has not been answered. */
  abstract asked: Asked | undefined;
  /** thinking are the seats whose bots have been thinking for a while. */
  abstract thinking: Seat[];
  /** next is the rematch. */
  abstract next: string | undefined;
  /** up reports whether there is a connection, wasUp whether there has been one. */
  abstract up: boolean;
  abstract wasUp: boolean;
  /** gone is why the match cannot be watched. */
  abstract gone: Refusal | undefined;
  /** draft is what the player chooses. */
  abstract readonly draft: DraftLogic;

  protected moment: Moment | undefined; // after the last message
  protected ended = false;
  private offered: Pick<Message, "offers" | "step"> | undefined; // the first choices, if the server sent them with the update
  private link: Link | undefined;
  private unconfirmed: number | undefined; // the last known entry when a move was sent that got no answer

  constructor(
    readonly server: Server,
    readonly game: string,
    readonly id: string,
  ) {}

  /** token is the secret of the seat, or of the host; without one, the match is watched. */
  protected abstract token(): string | undefined;
  /** renewed stores a new token in place of the previous one, and reports whether it did. */
  protected abstract renewed(token: string): boolean;
  /** say tells the player what went wrong. */
  abstract say(e: unknown): void;

  get players(): Sitter[] {
    return this.listing?.seats ?? [];
  }

  get seating(): Seating {
    return { players: this.players, roles: this.table?.roles ?? [] };
  }

  get myTurn(): boolean {
    return this.seat !== undefined && !this.over && this.toAct.includes(this.seat);
  }

  name(seat: Seat): string {
    return nameOf(seat, this.seating);
  }

  /** open fetches the table and starts to watch. It tries until the server can be reached. */
  async open() {
    try {
      this.table = await this.server.table(this.game, this.id);
    } catch (e) {
      const refusal = e instanceof Refused ? e : new Refused("", String(e));
      if (refusal.code !== "unreachable") this.gone = { code: refusal.code, why: refusal.message };
      else if (!this.ended) setTimeout(() => this.open(), tryAgain);
      return;
    }
    if (!this.ended) this.connect();
  }

  close() {
    this.ended = true;
    this.link?.end();
  }

  /** retry connects at once if the connection is lost; hangUp closes it for a moment. */
  retry() {
    this.link?.retry();
  }

  hangUp() {
    this.link?.hangUp();
  }

  /** reseat connects again, with another token if there is one. */
  reseat() {
    this.link?.end();
    this.moment = undefined;
    this.draft.clear();
    this.gone = undefined;
    this.connect();
  }

  private connect() {
    this.link = new Link(this.server.socket, {
      hello: () => this.hello(),
      take: (m) => this.take(m),
      changed: (up) => this.changed(up),
      refused: (r) => this.refused(r),
    });
  }

  private hello(): Request {
    const token = this.token();
    return {
      do: "watch",
      match: this.id,
      ...(token && { token }),
      ...(this.moment && { since: this.moment.seq, mark: this.moment.mark }),
    };
  }

  protected changed(up: boolean) {
    this.up = up;
    this.wasUp ||= up;
    if (!up) this.draft.clear();
  }

  protected refused(r: Refusal) {
    this.gone = r;
  }

  protected take(m: Message) {
    switch (m.type) {
      case "welcome":
      case "update":
        this.received(m);
        break;
      case "presence":
        this.here = m.here ?? [];
        this.spectators = m.spectators ?? 0;
        break;
      case "asked":
        this.asked = m.asked;
        break;
      case "thinking":
        this.thinking = m.thinking ?? [];
        break;
      case "stopped":
        this.say(new Refused("stopped", m.why ?? ""));
        break;
      case "next":
        this.next = m.next;
        break;
      case "token":
        if (m.token && this.renewed(m.token)) void this.ask({ do: "renew", token: m.token }).catch(() => {}); // ends the old one
        break;
    }
  }

  /** received takes a welcome or an update. */
  protected received(m: Message) {
    try {
      const before = this.moment;
      this.moment = momentAfter(before, m);
      this.begin(m);
      this.end(m, before);
      this.show(this.moment);
      this.settle(m);
    } catch (e) {
      this.broken(e);
    }
  }

  /** broken starts over when a message does not fit what is known. */
  protected broken(e: unknown) {
    console.error(e);
    this.reseat();
  }

  /** begin takes what holds from the beginning of a move: seats, and what can be chosen afterwards. */
  protected begin(m: Message) {
    if (m.role) {
      this.role = m.role;
      this.seat = m.role === "seat" ? m.seat : undefined;
    }
    if (m.match) this.listing = m.match;
    if (m.type === "welcome") this.thinking = [];
    if (m.events?.some((e) => e.kind === "undo")) this.asked = undefined;
    if (m.next) this.next = m.next;
    if (m.ask) this.offered = undefined;
    else if (m.offers) this.offered = { offers: m.offers, ...(m.step && { step: m.step }) };
  }

  /** end takes what holds at the end of a move: events, and whose turn it is. */
  protected end(m: Message, before: Moment | undefined) {
    const other = m.view !== undefined && m.type === "welcome" && before !== undefined; // the match may have a different history now
    this.takeEvents(m, other);
    this.seq = m.seq ?? 0;
    this.toAct = m.toAct ?? [];
    this.over = m.over ?? false;
    this.outcome = m.outcome;
    this.resigned = m.resigned;
    if (m.view && (this.events.at(-1)?.n ?? 0) < this.seq) void this.history(); // entries are missing: from before the match was opened, or between two connections
  }

  /** show makes a moment the position. */
  protected show({ seen, labels }: Moment) {
    this.position = this.position?.after(seen, labels) ?? new Position(this.table!, seen, labels);
  }

  /** settle asks what can be chosen now. */
  protected settle(m: Message) {
    this.reportLostMove(m);
    if (this.myTurn) void this.draft.refresh();
    else if (this.seat !== undefined && !this.over) void this.draft.offerWithdraw();
    else this.draft.clear();
  }

  /** reportLostMove reports a move that was sent as the connection broke and did not arrive. */
  private reportLostMove(m: Message) {
    const since = this.unconfirmed;
    if (since === undefined || m.type !== "welcome") return;
    this.unconfirmed = undefined;
    const arrived = (m.events ?? []).some((e) => e.kind === "move" && e.seat === this.seat && e.n > since);
    if (m.from !== undefined && !arrived) this.say(new Refused("unreachable", words.notSent));
  }

  private takeEvents(m: Message, other: boolean) {
    const known = this.events.at(-1)?.n ?? 0;
    const fresh = (m.events ?? []).filter((e) => e.n > known);
    this.events = [...(other ? [] : this.events), ...fresh];
    for (const e of fresh) if (e.kind === "seat") this.updateSeat(e);
  }

  private updateSeat(e: Event) {
    if (!this.listing) return;
    const seats = [...this.listing.seats];
    seats[e.seat] =
      e.name || e.bot
        ? { ...(e.name && { name: e.name }), ...(e.bot && { bot: e.bot }), ...(e.reserved && { reserved: true }) }
        : { free: true };
    this.listing = { ...this.listing, seats };
  }

  /** history reads the events from before the match was opened. */
  protected async history() {
    try {
      let all: Event[] = [];
      for (let since = Math.max(0, this.seq - historyLimit); ; since = all.at(-1)!.n) {
        const answer = await this.ask({ do: "history", since });
        all = [...all, ...(answer.events ?? [])];
        if (!answer.more || !answer.events?.length) break;
      }
      const last = all.at(-1)?.n ?? 0;
      this.events = [...all, ...this.events.filter((e) => e.n > last)];
    } catch {
      // The next connection asks again.
    }
  }

  /** ask sends a request; a refusal rejects with Refused. */
  async ask(request: Request): Promise<Message> {
    if (!this.link) throw new Refused("unreachable", words.unreachable);
    return this.link.ask(request);
  }

  /** play sends a complete move; then is what it changes on the table, if that is known. */
  async play(move: Move, _then?: Change[]): Promise<void> {
    const seq = this.moment?.seq ?? 0;
    try {
      await this.ask({ do: "play", seq, move });
    } catch (e) {
      if (e instanceof Refused && e.code === "unreachable") this.unconfirmed = seq;
      throw e;
    }
  }

  /** asker answers the questions of the match's draft. */
  protected asker(): Asker {
    return {
      ask: (r) => this.ask(r),
      offered: () => this.offered,
      play: (m, then) => this.play(m, then),
      kindOf: (name) => this.ownKind(name),
      placesOf: (action) => this.placesOf(action),
      trouble: (e) => this.say(e),
    };
  }

  /** placesOf returns the places that stand for an action: shared ones, and the player's own. */
  private placesOf(action: string): string[] {
    const at = this.table?.actions.find((a) => a.name === action)?.at;
    const spots = this.table?.places.find((p) => p.name === at)?.spots ?? [];
    return spots.filter((s) => s.owner === undefined || s.owner === this.seat).map((s) => s.name);
  }

  /** ownKind returns the kind of a thing that belongs to the player or to nobody. */
  private ownKind(name: string): string | undefined {
    const owner = this.position?.seen.owner(name);
    return owner === undefined || owner === this.seat ? this.position?.seen.kind(name) : undefined;
  }
}

/** Listener is told about a match. */
export interface MatchListener {
  /** changed is called after every change of the match or its draft. */
  changed?(): void;
  /** renewed stores a new token for the seat in place of the previous one. Without it, tokens are not renewed and expire. */
  renewed?(token: string): void;
  /** trouble is called when something went wrong that the player should know: a move was refused, bots have stopped. */
  trouble?(e: unknown): void;
}

/** Match is a match with plain fields. */
export class Match extends MatchLogic {
  table: Table | undefined;
  position: Position | undefined;
  listing: Listing | undefined;
  events: Event[] = [];
  seq = 0;
  toAct: Seat[] = [];
  over = false;
  outcome: Outcome | undefined;
  resigned: Seat | undefined;
  role: MatchLogic["role"] = "spectator";
  seat: Seat | undefined;
  here: boolean[] = [];
  spectators = 0;
  asked: Asked | undefined;
  thinking: Seat[] = [];
  next: string | undefined;
  up = false;
  wasUp = false;
  gone: Refusal | undefined;
  readonly draft = new Draft({ ...this.asker(), changed: () => this.notify() });

  private waiting: (() => void)[] = [];

  constructor(
    server: Server,
    game: string,
    id: string,
    private secret?: string,
    private readonly listener: MatchListener = {},
  ) {
    super(server, game, id);
  }

  /** until waits until a condition holds, or the match cannot be watched; then it rejects with Refused. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.gone) throw new Refused(this.gone.code, this.gone.why);
      await new Promise<void>((done) => this.waiting.push(done));
    }
  }

  say(e: unknown) {
    this.listener.trouble?.(e);
  }

  protected token() {
    return this.secret;
  }

  protected renewed(token: string) {
    if (!this.listener.renewed) return false;
    this.listener.renewed(token);
    this.secret = token;
    return true;
  }

  protected override take(m: Message) {
    super.take(m);
    this.notify();
  }

  protected override changed(up: boolean) {
    super.changed(up);
    this.notify();
  }

  protected override refused(r: Refusal) {
    super.refused(r);
    this.notify();
  }

  override async open() {
    await super.open();
    this.notify();
  }

  protected override async history() {
    await super.history();
    this.notify();
  }

  private notify() {
    this.listener.changed?.();
    for (const done of this.waiting.splice(0)) done();
  }
}
