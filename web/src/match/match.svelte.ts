// A match as this page knows it: position, players, events and the draft of the player's seat.

import { tick } from "svelte";
import {
  capital,
  eventTexts,
  hintText,
  lineText,
  MatchLogic,
  momentAfter,
  reconciled,
  Refused,
  resultText,
  stageAfter,
  suggestionText,
  touched,
  type Asked,
  type Change,
  type Event,
  type Guess,
  type Hint,
  type Line,
  type Listing,
  type Message,
  type Moment,
  type Move,
  type Outcome,
  type Position,
  type Refusal,
  type Request,
  type Seat,
  type Stage,
  type Suggestion,
  type Table,
} from "@plygame/client";
import { api } from "../api";
import { preferences } from "../preferences.svelte";
import { words } from "../words";
import { Draft } from "./draft.svelte";
import { differs, Motion, type Transition } from "./motion";
import { Pause } from "./pause";

const maxWaiting = 3; // with this many updates waiting, all but the last are shown without animation

/** nextTask lets the browser draw before the page continues. */
const nextTask = () => new Promise((go) => setTimeout(go));

const changesOf = (m: Message) => (m.stages ?? []).flatMap((s) => s.changes ?? []);

/** transitionOf collects all changes and notices of a message, and the changes that were shown in advance. */
const transitionOf = (m: Message, guess?: Guess): Transition => ({
  changes: [...(guess?.changes ?? []), ...changesOf(m)],
  notices: (m.events ?? []).flatMap((e) => e.notices ?? []),
});

export class Match extends MatchLogic {
  table = $state.raw<Table | undefined>();
  position = $state.raw<Position | undefined>();
  listing = $state.raw<Listing | undefined>();
  events = $state.raw<Event[]>([]);
  seq = $state(0);
  toAct = $state.raw<Seat[]>([]);
  over = $state(false);
  outcome = $state.raw<Outcome | undefined>();
  resigned = $state<Seat | undefined>();
  role = $state<MatchLogic["role"]>("spectator");
  seat = $state<Seat | undefined>();
  here = $state.raw<boolean[]>([]);
  spectators = $state(0);
  asked = $state.raw<Asked | undefined>();
  thinking = $state.raw<Seat[]>([]);
  hint = $state.raw<Hint | undefined>(); // what a bot would play, until the match changes
  hinting = $state(false); // a hint is on its way
  next = $state<string | undefined>();
  up = $state(false);
  wasUp = $state(false);
  gone = $state.raw<Refusal | undefined>();
  recent = $state.raw<ReadonlySet<string>>(new Set());

  /** stage is the stage of a move being shown: its number and its line. */
  stage = $state.raw<{ n: number; line: string } | undefined>();

  /** trouble is the latest error message; the toast shows it once. */
  trouble = $state.raw<{ text: string; n: number } | undefined>();
  /** announcement is the latest event as text for screen readers. */
  announcement = $state("");

  readonly draft = new Draft(this.asker());
  readonly motion = new Motion();

  private readonly pause = new Pause();
  private guess: Guess | undefined; // what the table shows while the player's move is on its way
  private shown: Promise<void> = Promise.resolve();
  private waiting = 0; // updates not shown yet
  private hurried = false; // too many updates are waiting
  private connection = 0; // counts the connections: updates not shown yet are sent again on the next one
  private leaving = false; // the player gives up the seat on purpose

  override get myTurn(): boolean {
    return super.myTurn && !this.stage;
  }

  /** practice reports whether all other seats are bots, so that the player may get hints. */
  practice = $derived(this.seat !== undefined && this.players.every((p, s) => s === this.seat || p.bot !== undefined));

  /** withdrawal is the action that takes back a move chosen in secret, if the game has one. */
  withdrawal = $derived(this.table?.actions.find((a) => a.withdraws)?.name);

  /** secret is the player's own move, chosen in secret, while it can still be changed. */
  secret = $derived.by<Event | undefined>(() => {
    if (
      this.seat === undefined ||
      this.over ||
      this.myTurn ||
      !this.draft.open.some((o) => o.action === this.withdrawal)
    )
      return undefined;
    return this.events.findLast((e) => e.kind === "move" && e.seat === this.seat);
  });

  constructor(game: string, id: string) {
    super(api, game, id);
  }

  override close() {
    super.close();
    this.skip();
  }

  /** skip ends animations and the stage being shown; it reports whether there was one. */
  skip(): boolean {
    this.motion.finish();
    this.pause.skip();
    return this.stage !== undefined;
  }

  override reseat() {
    this.dropWaiting();
    this.guess = undefined;
    super.reseat();
  }

  protected token(): string | undefined {
    const held = preferences.matches[this.id];
    return held?.token ?? held?.host;
  }

  protected renewed(token: string) {
    const held = preferences.matches[this.id];
    preferences.remember(this.id, { game: this.game, ...(held?.token ? { token } : { host: token }) });
    if (held?.token && held.host) void this.renewHost(held.host);
    return true;
  }

  /** renewHost renews the token of the host, too, if the player has both. */
  private async renewHost(old: string) {
    try {
      const host = await this.server.renew(this.game, this.id, old);
      preferences.remember(this.id, { game: this.game, host });
      await this.server.renew(this.game, this.id, host); // ends the old one
    } catch {
      // The next connection tries again.
    }
  }

  protected override changed(up: boolean) {
    if (!up) this.dropWaiting();
    super.changed(up);
  }

  private dropWaiting() {
    this.connection++;
    this.waiting = 0;
    this.hurried = false;
  }

  protected override refused(r: Refusal) {
    const held = preferences.matches[this.id];
    if (held?.token && (r.code === "no-right" || r.code === "no-token")) {
      this.loseSeat();
      return;
    }
    if (r.code === "no-match") preferences.forget(this.id);
    super.refused(r);
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

  protected override take(m: Message) {
    if (m.type === "asked" && !m.asked && this.asked && this.asked.seat === this.seat)
      this.say(new Refused("refused", words.match.notUndone));
    super.take(m);
    if (m.type === "farewell" && m.code === "left") this.loseSeat();
  }

  /** received shows updates one after the other. */
  protected override received(m: Message) {
    if (m.events?.some((e) => e.kind === "undo")) this.asked = undefined;
    if (++this.waiting >= maxWaiting) this.hurry();
    this.shown = this.shown.then(this.onThisConnection(() => this.display(m))).catch((e: unknown) => this.broken(e));
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

  /** display shows an update stage by stage, animated if there is time. */
  private async display(m: Message) {
    if (--this.waiting <= 0) this.hurried = false;
    const connection = this.connection;
    const before = this.moment;
    const now = momentAfter(before, m);
    const { guess } = this;
    const shown = guess && m.type === "update" ? reconciled(guess, now) : before; // what the table shows
    this.guess = undefined;
    this.hint = undefined;
    if (m.stages?.length) this.draft.sent = []; // what was previewed is about to happen
    this.moment = now;
    this.begin(m);
    const watched = before && m.type === "update" ? await this.showStages(before, m, shown) : undefined;
    this.stage = undefined;
    this.end(m, before);
    const glide = this.place(
      watched?.at ?? (m.type === "update" ? shown : undefined),
      now,
      watched?.rest ?? transitionOf(m, guess),
    );
    if (m.type === "update" && m.stages?.length) this.recent = touched(changesOf(m));
    await tick();
    const gliding = glide ? glide() : guess?.gliding;
    if (glide) await nextTask(); // so that the first frame of the motion does not wait for the rest
    if (this.waiting === 0 && connection === this.connection) {
      this.announce(m, watched && (watched.rest.said ?? []));
      this.settle(m);
    }
    await gliding;
  }

  /** place shows a moment; it returns a function that animates the change from another one, if there is time. */
  private place(from: Moment | undefined, to: Moment, transition: Transition): (() => Promise<void>) | undefined {
    const moving = from !== undefined && !this.hurried && differs(from.seen, to.seen, transition);
    const glide = moving ? this.motion.before(from.seen, to.seen, transition) : undefined;
    this.show(to);
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

  protected override async history() {
    await super.history();
    if (this.recent.size === 0) this.recent = this.lastMove();
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

  override async play(move: Move, then?: Change[]) {
    if (then) this.showAhead(then);
    try {
      await super.play(move);
    } catch (e) {
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

  /** wonWith names the cells or things that won the match, if the rules mark them. */
  private wonWith(): string[] {
    const names = [...(this.position?.seen.won() ?? [])].map((n) => this.position!.label(n));
    return names.length ? [words.match.wonWith(names)] : [];
  }

  result(): string {
    return this.outcome ? resultText(this.outcome, this.seating, this.seat) : "";
  }
}
