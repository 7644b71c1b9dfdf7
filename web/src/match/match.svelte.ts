// A match as this page knows it: position, players, events and the draft of the player's seat.

import { tick } from "svelte";
import { api, Refused } from "../api";
import { nameOf, type Seating } from "../names";
import { preferences } from "../preferences.svelte";
import { Position } from "../table/position";
import type {
  Asked,
  Change,
  Event,
  Hint,
  Line,
  Listing,
  Message,
  Move,
  Outcome,
  Request,
  Seat,
  Sitter,
  Stage,
  Suggestion,
  Table,
} from "../wire";
import { words } from "../words";
import { Draft } from "./draft.svelte";
import { hintText, suggestionText } from "./hint";
import { Link } from "./link";
import { momentAfter, stageAfter, touched, type Moment } from "./moment";
import { differs, Motion, type Transition } from "./motion";
import { reconciled, type Guess } from "./guess";
import { Pause } from "./pause";
import { capital, eventTexts, lineText, resultText } from "./lines";

/** withdraw is the action in every game that takes back a move chosen in secret. */
export const withdraw = "withdraw";

const maxWaiting = 3; // with this many updates waiting, all but the last are shown without animation
const historyLimit = 600; // entries of a long match that are read when it is opened

const changesOf = (m: Message) => (m.stages ?? []).flatMap((s) => s.changes ?? []);

/** transitionOf collects all changes and notices of a message, and the changes that were shown in advance. */
const transitionOf = (m: Message, guess?: Guess): Transition => ({
  changes: [...(guess?.changes ?? []), ...changesOf(m)],
  notices: (m.events ?? []).flatMap((e) => e.notices ?? []),
});

export class Match {
  table = $state.raw<Table | undefined>();
  position = $state.raw<Position | undefined>();
  listing = $state.raw<Listing | undefined>();
  events = $state.raw<Event[]>([]);
  seq = $state(0);
  toAct = $state.raw<Seat[]>([]);
  over = $state(false);
  outcome = $state.raw<Outcome | undefined>();
  resigned = $state<Seat | undefined>();
  role = $state<"spectator" | "seat" | "host" | "judge">("spectator");
  seat = $state<Seat | undefined>();
  here = $state.raw<boolean[]>([]);
  spectators = $state(0);
  asked = $state.raw<Asked | undefined>();
  thinking = $state.raw<Seat[]>([]); // the seats whose bots have been thinking for a while
  hint = $state.raw<Hint | undefined>(); // what a bot would play, until the match changes
  hinting = $state(false); // a hint is on its way
  next = $state<string | undefined>();
  up = $state(false);
  wasUp = $state(false); // there has been a connection
  gone = $state.raw<{ code: string; why: string } | undefined>(); // why the page stopped connecting
  recent = $state.raw<ReadonlySet<string>>(new Set());

  /** stage is the stage of a move being shown: its number and its line. */
  stage = $state.raw<{ n: number; line: string } | undefined>();

  /** trouble is the latest error message; the toast shows it once. */
  trouble = $state.raw<{ text: string; n: number } | undefined>();
  /** announcement is the latest event as text for screen readers. */
  announcement = $state("");

  readonly draft: Draft;
  readonly motion = new Motion();

  private readonly pause = new Pause();
  private moment: Moment | undefined;
  private guess: Guess | undefined; // what the table shows while the player's move is on its way
  private offered: Pick<Message, "offers" | "step"> | undefined; // the first choices, if the server sent them with the update
  private link: Link | undefined;
  private shown: Promise<void> = Promise.resolve();
  private waiting = 0; // updates not shown yet
  private hurried = false; // too many updates are waiting
  private connection = 0; // counts the connections: updates not shown yet are sent again on the next one
  private ended = false;
  private leaving = false; // the player gives up the seat on purpose
  private unconfirmed: number | undefined; // the last known entry when a move was sent that got no answer

  players = $derived<Sitter[]>(this.listing?.seats ?? []);
  seating = $derived<Seating>({ players: this.players, roles: this.table?.roles ?? [] });
  myTurn = $derived(this.seat !== undefined && !this.over && !this.stage && this.toAct.includes(this.seat));

  /** practice reports whether all other seats are bots, so that the player may get hints. */
  practice = $derived(this.seat !== undefined && this.players.every((p, s) => s === this.seat || p.bot !== undefined));

  /** secret is the player's own move, chosen in secret, while it can still be changed. */
  secret = $derived.by<Event | undefined>(() => {
    if (this.seat === undefined || this.over || this.myTurn || !this.draft.open.some((o) => o.action === withdraw))
      return undefined;
    return this.events.findLast((e) => e.kind === "move" && e.seat === this.seat);
  });

  constructor(
    readonly game: string,
    readonly id: string,
  ) {
    this.draft = new Draft({
      ask: (r) => this.ask(r),
      offered: () => this.offered,
      play: (m, then) => this.play(m, then),
      kindOf: (name) => this.ownKind(name),
      trouble: (e) => this.say(e),
    });
  }

  /** open fetches the table and starts to watch with the stored token. */
  async open() {
    try {
      this.table = await api.table(this.game, this.id);
    } catch (e) {
      const refusal = e instanceof Refused ? e : new Refused("", String(e));
      if (refusal.code !== "unreachable") this.gone = { code: refusal.code, why: refusal.message };
      else if (!this.ended) setTimeout(() => this.open(), 1000);
      return;
    }
    if (!this.ended) this.connect();
  }

  close() {
    this.ended = true;
    this.link?.end();
    this.skip();
  }

  /** skip ends animations and the stage being shown; it reports whether there was one. */
  skip(): boolean {
    this.motion.finish();
    this.pause.skip();
    return this.stage !== undefined;
  }

  /** reseat reconnects with another token. */
  reseat() {
    this.link?.end();
    this.dropWaiting();
    this.moment = this.guess = undefined;
    this.draft.clear();
    this.gone = undefined;
    this.connect();
  }

  private token(): string | undefined {
    const held = preferences.matches[this.id];
    return held?.token ?? held?.host;
  }

  private connect() {
    this.link = new Link({
      hello: () => ({
        do: "watch",
        match: this.id,
        ...(this.token() && { token: this.token() }),
        ...(this.moment && { since: this.moment.seq, mark: this.moment.mark }),
      }),
      take: (m) => this.take(m),
      changed: (up) => this.changed(up),
      refused: (r) => this.refused(r),
    });
  }

  private changed(up: boolean) {
    this.up = up;
    this.wasUp ||= up;
    if (up) return;
    this.dropWaiting();
    this.draft.clear();
  }

  private dropWaiting() {
    this.connection++;
    this.waiting = 0;
    this.hurried = false;
  }

  private refused(r: { code: string; why: string }) {
    const held = preferences.matches[this.id];
    if (held?.token && (r.code === "no-right" || r.code === "no-token")) {
      this.loseSeat();
      return;
    }
    if (r.code === "no-match") preferences.forget(this.id);
    this.gone = r;
  }

  /** loseSeat continues as a spectator: the seat belongs to another player now. */
  private loseSeat() {
    const { host } = preferences.matches[this.id] ?? {};
    preferences.forget(this.id);
    if (host) preferences.remember(this.id, { game: this.game, host });
    if (!this.leaving) this.say(new Refused("left", words.match.seatLost));
    this.leaving = false;
    this.seat = undefined;
    this.reseat();
  }

  private take(m: Message) {
    switch (m.type) {
      case "welcome":
      case "update":
        if (m.events?.some((e) => e.kind === "undo")) this.asked = undefined;
        if (++this.waiting >= maxWaiting) this.hurry();
        this.shown = this.shown.then(this.onThisConnection(() => this.show(m))).catch((e: unknown) => this.broken(e));
        break;
      case "presence":
        this.here = m.here ?? [];
        this.spectators = m.spectators ?? 0;
        break;
      case "asked":
        if (!m.asked && this.asked && this.asked.seat === this.seat)
          this.say(new Refused("refused", words.match.notUndone));
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
      case "farewell":
        if (m.code === "left") this.loseSeat();
        break;
    }
  }

  private hurry() {
    this.hurried = true;
    this.skip();
  }

  /** onThisConnection skips the function if there is a new connection by the time it is called. */
  private onThisConnection(show: () => Promise<void>): () => Promise<void> {
    const connection = this.connection;
    return () => (connection === this.connection ? show() : Promise.resolve());
  }

  /** broken reconnects from scratch when a message does not fit the known state. */
  private broken(e: unknown) {
    console.error(e);
    this.moment = undefined;
    this.reseat();
  }

  /** show displays an update stage by stage, animated if there is time. */
  private async show(m: Message) {
    if (--this.waiting <= 0) this.hurried = false;
    const connection = this.connection;
    const before = this.moment;
    const now = momentAfter(before, m);
    const { guess } = this;
    const shown = guess && m.type === "update" ? reconciled(guess, now) : before; // what the table shows
    this.guess = undefined;
    if (m.role) {
      this.role = m.role;
      this.seat = m.role === "seat" ? m.seat : undefined;
    }
    if (m.match) this.listing = m.match;
    if (m.type === "welcome") this.thinking = [];
    this.hint = undefined;
    if (m.next) this.next = m.next;
    if (m.ask) this.offered = undefined;
    else if (m.offers) this.offered = { offers: m.offers, ...(m.step && { step: m.step }) };
    const other = m.view !== undefined && m.type === "welcome" && before !== undefined; // the match may have a different history now
    this.moment = now;
    const watched = before && m.type === "update" ? await this.showStages(before, m, shown) : undefined;
    this.takeEvents(m, other);
    this.stage = undefined;
    this.seq = now.seq;
    this.toAct = m.toAct ?? [];
    this.over = m.over ?? false;
    this.outcome = m.outcome;
    this.resigned = m.resigned;
    const glide = this.place(
      watched?.at ?? (m.type === "update" ? shown : undefined),
      now,
      watched?.rest ?? transitionOf(m, guess),
    );
    if (m.type === "update" && m.stages?.length) this.recent = touched(changesOf(m));
    if (m.view && (this.events.at(-1)?.n ?? 0) < now.seq) void this.history(); // entries are missing: from before the page was opened, or between two connections
    await tick();
    if (this.waiting === 0 && connection === this.connection) this.settle(m, watched && (watched.rest.said ?? []));
    await (glide ? glide() : guess?.gliding);
  }

  /** place shows a moment; it returns a function that animates the change from another one, if there is time. */
  private place(from: Moment | undefined, to: Moment, transition: Transition): (() => Promise<void>) | undefined {
    const moving = from !== undefined && !this.hurried && differs(from.seen, to.seen, transition);
    const glide = moving ? this.motion.before(from.seen, to.seen, transition) : undefined;
    this.position = this.position?.after(to.seen, to.labels) ?? new Position(this.table!, to.seen, to.labels);
    return glide;
  }

  /** showStages shows all stages of a move but the last if the page is visible; it returns the moment shown and the last stage. */
  private async showStages(
    before: Moment,
    m: Message,
    shown = before,
  ): Promise<{ at: Moment; rest: Stage } | undefined> {
    const rest = (m.stages?.length ?? 0) > 1 ? m.stages!.at(-1) : undefined; // otherwise the move has no stages
    if (!rest || document.visibilityState === "hidden") return undefined;
    let at = before;
    for (const [i, stage] of m.stages!.slice(0, -1).entries()) {
      const next = stageAfter(at, stage);
      if (!this.hurried && !this.ended)
        await this.showStage(i === 0 ? shown : at, next, stage, i === 0 ? m.events?.[0] : undefined, i + 1);
      at = next;
    }
    return { at, rest };
  }

  /** showStage shows one stage for a while; the text of the move itself goes with the first. */
  private async showStage(from: Moment, to: Moment, stage: Stage, move: Event | undefined, n: number) {
    const said = stage.said ?? [];
    const lines = move ? eventTexts({ ...move, said }, this.seating) : said.map((l) => lineText(l, this.seating));
    this.pause.begin();
    this.stage = { n, line: capital(lines.at(-1) ?? this.stage?.line ?? "") };
    const glide = this.place(from, to, stage);
    this.recent = touched(stage.changes ?? []);
    if (lines.length) this.announcement = lines.join(". ");
    await tick();
    await glide?.();
    await this.pause.wait();
  }

  /** settle announces the events, or the lines of the last stage, and asks what can be chosen. */
  private settle(m: Message, said?: Line[]) {
    this.announce(m, said);
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
    if (m.from !== undefined && !arrived) this.say(new Refused("unreachable", words.match.notSent));
  }

  private takeEvents(m: Message, other: boolean) {
    const known = this.events.at(-1)?.n ?? 0;
    const fresh = (m.events ?? []).filter((e) => e.n > known);
    if (other) this.events = [];
    this.events = [...this.events, ...fresh];
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

  /** history reads the events from before this page was opened. */
  private async history() {
    try {
      let all: Event[] = [];
      for (let since = Math.max(0, this.seq - historyLimit); ; since = all.at(-1)!.n) {
        const answer = await this.ask({ do: "history", since });
        all = [...all, ...(answer.events ?? [])];
        if (!answer.more || !answer.events?.length) break;
      }
      const last = all.at(-1)?.n ?? 0;
      this.events = [...all, ...this.events.filter((e) => e.n > last)];
      if (this.recent.size === 0) this.recent = this.lastMove();
    } catch {
      // The next connection asks again.
    }
  }

  /** lastMove returns the places in the notation of the last move, to mark them for a player who has not seen it. */
  private lastMove(): ReadonlySet<string> {
    const last = this.events.findLast((e) => e.kind === "move" || e.kind === "undo");
    return new Set((last?.move ?? "").split(/[ +]/).filter((n) => this.position?.spot(n)));
  }

  private announce(m: Message, last?: Line[]) {
    const said = last
      ? last.map((l) => lineText(l, this.seating))
      : (m.events ?? []).flatMap((e) => eventTexts(e, this.seating));
    if (this.myTurn) said.push(words.match.yourTurn);
    if (this.over) said.push(this.result(), ...this.wonWith());
    if (m.type === "update" || m.from !== undefined) this.announcement = said.join(". ");
  }

  private async ask(request: Request): Promise<Message> {
    if (!this.link) throw new Refused("unreachable", words.unreachable);
    return this.link.ask(request);
  }

  /** ownKind returns the kind of a thing that belongs to the player or to nobody. */
  private ownKind(name: string): string | undefined {
    const owner = this.position?.seen.owner(name);
    return owner === undefined || owner === this.seat ? this.position?.seen.kind(name) : undefined;
  }

  /** showAhead shows what a move will change before the server has made it. */
  private showAhead(changes: Change[]) {
    const before = this.moment;
    if (!before || this.waiting > 0) return;
    const moment = stageAfter(before, { changes });
    const glide = this.place(before, moment, { changes });
    const { recent } = this;
    this.recent = touched(changes);
    this.guess = { moment, changes, recent, gliding: tick().then(() => glide?.()) };
  }

  /** dropGuess shows the table as it was: the move was not made. */
  private dropGuess() {
    const { guess, moment } = this;
    this.guess = undefined;
    if (!guess || !moment) return;
    const glide = this.place(guess.moment, moment, guess);
    this.recent = guess.recent;
    void tick().then(() => glide?.());
  }

  private async play(move: Move, then?: Change[]) {
    const seq = this.moment?.seq ?? 0;
    if (then) this.showAhead(then);
    try {
      await this.ask({ do: "play", seq, move });
    } catch (e) {
      if (e instanceof Refused && e.code === "unreachable") this.unconfirmed = seq;
      this.dropGuess();
      throw e;
    }
  }

  /** request sends a request other than a move, and shows the reason if it is refused. */
  async request(request: Request): Promise<boolean> {
    try {
      await this.ask(request);
      return true;
    } catch (e) {
      this.say(e);
      return false;
    }
  }

  /** askHint asks what a bot would play. */
  async askHint() {
    if (this.hinting) return; // the button stays enabled, so that it keeps the focus
    this.hinting = true;
    try {
      const { hint } = await this.ask({ do: "hint" }); // refused if the turn has ended meanwhile
      if (hint && this.myTurn) {
        this.hint = hint;
        this.announcement = this.hintText();
      }
    } catch (e) {
      if (!(e instanceof Refused && e.code === "stale")) this.say(e);
    } finally {
      this.hinting = false;
    }
  }

  /** hintText is the hint in words. */
  hintText(): string {
    const label = (m: Suggestion) => this.table?.actions.find((a) => a.name === m.action)?.label ?? m.action;
    return this.hint ? hintText(this.hint, (m) => suggestionText(m, label(m), this.seat ?? -1, this.seating)) : "";
  }

  /** leave frees the seat; the server then closes its connection. */
  async leave() {
    this.leaving = true;
    if (!(await this.request({ do: "leave" }))) this.leaving = false;
  }

  /** say shows the player what went wrong. */
  say(e: unknown) {
    if (e instanceof Refused && e.code === "unreachable" && !this.up && e.message === words.unreachable) return; // the page says so already
    const why =
      e instanceof Refused ? (e.code === "stale" ? words.match.stale : e.message || words.match.notNow) : String(e);
    const text = capital(e instanceof Refused && e.line && e.code !== "stale" ? lineText(e.line, this.seating) : why);
    this.trouble = { text, n: (this.trouble?.n ?? 0) + 1 };
  }

  name(seat: Seat): string {
    return nameOf(seat, this.seating);
  }

  /** wonWith names the cells or things that won the match, if the rules mark them. */
  private wonWith(): string[] {
    const names = [...(this.position?.seen.won() ?? [])].map((n) => this.position!.label(n));
    return names.length ? [words.match.wonWith(names)] : [];
  }

  result(): string {
    return this.outcome ? resultText(this.outcome, this.seating, this.seat) : "";
  }
}
