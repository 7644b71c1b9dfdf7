// The draft: what a seat has chosen so far, and what it can choose next. The board and the panel both edit it.

import { Refused } from "./refused.js";
import type { Change, Message, Move, Offer, Progress, Request } from "./wire.js";
import { completes, isOnTable, kindKey, meaningsOf, onTable, thenOf, type Meaning } from "./meaning.js";

/** Chosen is a complete or partial move as a draft stores it: all values are strings. */
export interface Chosen extends Move {
  picks?: string[][];
}

/** Asker answers a draft's questions and plays its complete move. */
export interface Asker {
  ask(request: Request): Promise<Message>;
  /** offered returns the first choices, if the server sent them with the update. */
  offered(): Pick<Message, "offers" | "step"> | undefined;
  /** play sends a complete move; then is what it changes on the table, if that is known. */
  play(move: Move, then?: Change[]): Promise<void>;
  /** kindOf returns the kind of a thing that the player may choose in place of its kind. */
  kindOf?(name: string): string | undefined;
  /** placesOf returns the names of the places that stand for an action without picks. */
  placesOf?(action: string): readonly string[];
  /** trouble shows the player what went wrong. */
  trouble(e: unknown): void;
  /** changed is called when the draft has changed. */
  changed?(): void;
}

/** Question is what the player is asked: to pick an action, to say what to do with the thing they clicked, to make the next pick, or to confirm a complete move. */
export type Question = "nothing" | "action" | "ambiguous" | "pick" | "confirm";

/** Ambiguous is a value with which several actions begin, or continue. */
export interface Ambiguous {
  name: string;
  value: string;
  offers: Offer[];
  /** targets are what these actions can be continued with; a click on one also chooses the action. */
  targets?: ReadonlyMap<string, Meaning>;
  /** first is what was chosen before, if the value is the target of several actions. */
  first?: Pick<Ambiguous, "name" | "value">;
}

/** Snapshot is the state of a draft before a choice. */
export interface Snapshot {
  move: Chosen;
  offers: Offer[];
}

/**
 * DraftLogic is everything about a draft but its fields, so that a user interface can declare them in its own way:
 * web/src/match/draft.svelte.ts has fields that Svelte observes. Draft has plain ones.
 */
export abstract class DraftLogic {
  /** offers holds what can be chosen next: all actions, or only the chosen one. It is empty when there is nothing to choose. */
  abstract offers: Offer[];
  /** step is the seat's progress in the turn, if the game divides turns into steps. */
  abstract step: Progress | undefined;
  abstract move: Chosen;
  /** ambiguous holds the clicked value when several actions begin with it. */
  abstract ambiguous: Ambiguous | undefined;
  /** busy is set while the server is asked. */
  abstract busy: boolean;
  /** sent holds the names of what was chosen for the move that is on its way, unless the table shows the move already. */
  abstract sent: readonly string[];
  /** ready is set when the move is complete and waits for confirmation. */
  protected abstract ready: boolean;
  /** taking is the name of the value that was chosen last, until the server says what follows. */
  protected abstract taking: string | undefined;
  protected abstract foreseen: Offer[]; // the first offers with what they change
  protected abstract past: Snapshot[]; // before each choice the player made; forced choices leave no snapshot

  /** sorts are the sorts of the picks so far, by their index. */
  sorts: Record<number, Offer["sort"]> = {};
  private effect: Change[] | undefined; // what the complete move changes, if that is known
  private confirmFirst = false; // the player confirms the move before it is played
  private toggling: Promise<void> = Promise.resolve();
  private going: symbol | undefined; // the latest choice that the server has not answered yet
  private missed = false; // an update arrived while a choice was in flight
  private round = 0; // counts the questions; answers to older ones are dropped

  constructor(private readonly asker: Asker) {}

  /** offer is the chosen action with its next pick. */
  get offer(): Offer | undefined {
    return this.move.action === undefined ? undefined : this.offers[0];
  }

  /** open are the actions that are allowed. */
  get open(): Offer[] {
    return this.offers.filter((o) => !o.why);
  }

  get asked(): Question {
    if (this.ambiguous) return "ambiguous";
    if (this.ready) return "confirm";
    return this.offer ? "pick" : this.offers.length ? "action" : "nothing";
  }

  /** chosen holds the chosen things, places and seats by their names on the table. */
  get chosen(): ReadonlySet<string> {
    return new Set([...this.trail, ...this.sent, ...this.pointed]);
  }

  /** pointed is what the last value of a move that waits for confirmation means on the table: the sticks to take. */
  private get pointed(): readonly string[] {
    const o = this.ready ? this.past.at(-1)?.offers.find((x) => x.action === this.move.action) : undefined;
    const value = this.move.picks?.[o?.at ?? -1]?.at(-1);
    return o?.values?.find((v) => v.value === value)?.points ?? [];
  }

  /** trail holds the chosen things, places and seats of the draft in the order of the choices. */
  get trail(): string[] {
    if (this.ambiguous) return [...(this.ambiguous.first ? [this.ambiguous.first.name] : []), this.ambiguous.name];
    const all = (this.move.picks ?? []).flatMap((values, at) =>
      isOnTable(this.sorts[at]) ? values.map((v) => onTable(this.sorts[at], v)) : [],
    );
    return this.taking === undefined || all.includes(this.taking) ? all : [...all, this.taking];
  }

  /** here holds the values chosen so far for the current pick. */
  get here(): string[] {
    return this.offer?.at === undefined ? [] : (this.move.picks?.[this.offer.at] ?? []);
  }

  /** begun reports whether there is a choice to take back. */
  get begun(): boolean {
    return this.ambiguous !== undefined || this.past.length > 0;
  }

  /** values maps what can be clicked on the table to its meaning: values of the current pick, or of the first pick of every action. While a move waits for confirmation, its last pick can still be changed. */
  get values(): ReadonlyMap<string, Meaning> {
    if (this.ambiguous?.targets) return this.ambiguous.targets;
    return this.meanings((this.ready && this.past.at(-1)?.offers) || this.offers);
  }

  private meanings(offers: Offer[]): ReadonlyMap<string, Meaning> {
    return meaningsOf(offers, (a) => this.asker.placesOf?.(a) ?? []);
  }

  /** before maps what could be clicked for the pick before: a click on it changes that choice. */
  private get before(): ReadonlyMap<string, Meaning> {
    if (this.ambiguous?.targets) return this.meanings(this.offers);
    const { offer } = this;
    const open = !this.ready && offer && !this.here.length && (offer.max === 1 || offer.repeat);
    return meaningsOf((open && this.past.at(-1)?.offers) || none);
  }

  /** meaning returns what a click on something means now. */
  meaning(name: string): Meaning | undefined {
    return this.values.get(name) ?? this.values.get(kindKey(this.asker.kindOf?.(name) ?? ""));
  }

  /** changes reports whether a click on something that is not offered now changes or drops the choice before. */
  changes(name: string): boolean {
    const known = this.values.has(name) ? undefined : this.before.get(name);
    return known !== undefined && !known.value.why && known.offers.some((o) => !o.why);
  }

  /** thenAt returns what the table shows after a click on something, if that completes the move and the server has told. */
  thenAt(name: string): Change[] | undefined {
    const meant = this.meaning(name);
    const o = meant?.offers.length === 1 && this.here.length === 0 ? meant.offers[0]! : undefined;
    return o && this.thenFor(o, meant!.value.value);
  }

  /** thens are what the values that complete the move change, as far as the server has told. */
  get thens(): Change[][] {
    const o = this.offer;
    return (o?.values ?? []).flatMap((v) => (v.why ? [] : [thenOf(o, v.value) ?? []])).filter((then) => then.length);
  }

  private thenFor(o: Offer, value: string): Change[] | undefined {
    const first = this.move.picks?.flat().length ? undefined : this.foreseen.find((f) => f.action === o.action);
    return thenOf(o, value) ?? thenOf(first, value);
  }

  /** leads reports whether a click on something is followed by another pick. */
  leads(name: string): boolean {
    const open = this.meaning(name)?.offers.filter((o) => !o.why) ?? [];
    return open.length > 0 && open.every((o) => !completes(o, this.meaning(name)!.value.value));
  }

  /** clear resets the draft: there is nothing to choose. */
  clear() {
    this.round++;
    this.offers = [];
    this.move = {};
    this.past = [];
    this.ambiguous = this.going = this.taking = this.effect = undefined;
    this.sent = this.foreseen = [];
    this.ready = this.busy = false;
    this.asker.changed?.();
  }

  /** refresh asks again and keeps what was chosen if it is still allowed. If a choice is in flight, its answer will do. */
  async refresh() {
    this.missed = this.going !== undefined;
    if (this.missed) return;
    this.ambiguous = undefined;
    this.sent = this.foreseen = [];
    const seen = this.past.length > 0 && (await this.look(this.move, true));
    if (seen === false) return this.restart();
    if (seen) this.ready = this.offer !== undefined && !this.offer.pick;
  }

  /** offerWithdraw offers the one action allowed out of turn: withdrawing a move chosen in secret. */
  async offerWithdraw() {
    this.clear();
    if (await this.look({}, true)) this.offers = this.open;
  }

  private async restart() {
    this.past = [];
    this.ready = false;
    const told = this.asker.offered() !== undefined; // without what they change
    if (!(await this.look({}))) return;
    if (told) void this.foresee();
    await this.takeOnlyValue();
  }

  /** foresee asks what the first choices change, if they complete the move. */
  private async foresee() {
    const offers = this.offers;
    const open = offers.filter((o) => !o.why && (o.last || o.values?.some((v) => v.last)));
    if (!open.length) return;
    try {
      const answer = await this.asker.ask({ do: "offers", then: true });
      if (this.offers === offers || this.past[0]?.offers === offers) this.foreseen = answer.offers ?? [];
    } catch {
      // The table then shows the move when the server has made it.
    }
  }

  /** takeOnlyValue takes a pick's only value if another pick follows. */
  private async takeOnlyValue() {
    const o = this.offer;
    const open = o?.values?.filter((v) => !v.why) ?? [];
    if (o?.pick && !o.stop && !o.repeat && o.max === 1 && open.length === 1 && !o.last)
      await this.look(added(this.move, o.at!, open[0]!.value), true);
  }

  private snapshot(): Snapshot {
    return { move: this.move, offers: this.offers };
  }

  /** proceed asks what follows a choice and stores a snapshot for back. */
  private async proceed(move: Chosen, quietly = false): Promise<boolean> {
    const before = this.snapshot();
    const request = (this.going = Symbol());
    const seen = await this.look(move, quietly);
    if (request === this.going) this.going = undefined;
    if (seen) this.past = [...this.past, before];
    else if (seen === false && this.missed) await this.refresh();
    return seen === true;
  }

  /** look asks what can be chosen after this draft. It returns whether the draft is allowed, or undefined if a later question superseded it. */
  private async look(move: Chosen, quietly = false): Promise<boolean | undefined> {
    const round = ++this.round;
    this.busy = true;
    try {
      const answer =
        move.action === undefined
          ? (this.asker.offered() ?? (await this.asker.ask({ do: "offers", then: true })))
          : await this.asker.ask({ do: "offers", draft: move, then: true });
      if (round !== this.round) return undefined;
      const first = answer.offers?.[0];
      if (move.action !== undefined && first?.why && !first.complete) throw Refused.of("unavailable", first.why);
      const offers = answer.offers ?? [];
      const open = offers.filter((o) => !o.why);
      const only = move.action === undefined && open.length === 1 && open[0]!.pick ? open[0]! : undefined; // the only action is taken without asking
      this.offers = only ? [only] : offers;
      this.step = answer.step;
      if (move.action === undefined) this.sorts = {};
      for (const o of this.offers)
        if (o.at !== undefined && (move.action !== undefined || this.offers.length === 1)) this.sorts[o.at] = o.sort;
      this.move = only ? { action: only.action } : move;
      return true;
    } catch (e) {
      if (round !== this.round) return undefined;
      if (!quietly) this.asker.trouble(e);
      return false;
    } finally {
      if (round === this.round) this.busy = false;
      this.asker.changed?.();
    }
  }

  /** act starts an action, or plays it if it has no picks. */
  async act(action: string) {
    const o = this.offers.find((x) => x.action === action);
    if (!o || o.why) return this.asker.trouble(Refused.of("unavailable", o?.why));
    this.ambiguous = undefined;
    this.confirmFirst = false;
    if (!o.pick) return this.complete({ action }, o);
    this.advance({ action }, o);
    if (o.at !== undefined) this.sorts[o.at] = o.sort;
    await this.takeOnlyValue();
  }

  /**
   * point chooses the thing, place or seat of this name: for the current pick, or for the only action that offers it. If the thing in
   * it that was clicked stands for a value of the next pick, that is chosen too, and the player confirms: the third stick of a heap.
   */
  async point(name: string, confirmFirst = false, at = "") {
    await this.pointAt(name, confirmFirst);
    const next = this.offer?.max === 1 && this.trail.includes(name) ? this.values.get(at) : undefined;
    if (!next || next.value.why) return;
    this.confirmFirst = true;
    await this.toggle(next.value.value);
  }

  private async pointAt(name: string, confirmFirst: boolean) {
    const { ambiguous } = this;
    const target = ambiguous?.targets?.get(name);
    this.ambiguous = undefined;
    if (ambiguous && target) return this.takeTarget(ambiguous, name, target, confirmFirst);
    if (ambiguous?.name === name) return this.asker.changed?.();
    if (this.ready) await this.back();
    if (this.changes(name)) {
      const dropped = this.chosen.has(name);
      await this.back();
      if (dropped) return;
    }
    const known = this.meaning(name);
    if (!known) return;
    this.confirmFirst = confirmFirst;
    if (this.offer) return this.toggle(known.value.value);
    if (known.value.why) return this.asker.trouble(Refused.of("not-offered", known.value.why));
    const open = known.offers.filter((o) => !o.why);
    if (open.length > 1) await this.hesitate({ name, value: known.value.value, offers: open });
    else if (open[0]) await this.take(open[0], known.value.value);
  }

  /** hesitate waits for the player to say which action is meant, and asks what each can be continued with. */
  private async hesitate(ambiguous: Ambiguous) {
    this.ambiguous = ambiguous;
    this.asker.changed?.();
    const { value } = ambiguous;
    const next = await Promise.all(
      ambiguous.offers.map(async (o) => {
        if (o.at === undefined || completes(o, value)) return [];
        const draft = added({ action: o.action }, o.at, value);
        const answer = await this.asker.ask({ do: "offers", draft, then: true }).catch(() => undefined);
        return (answer?.offers ?? []).filter((n) => n.max === 1 && n.at !== o.at && !n.why);
      }),
    );
    if (this.ambiguous !== ambiguous) return;
    const isOpen = (meant?: Meaning) => meant && !meant.value.why && meant.offers.some((o) => !o.why);
    const others = this.meanings(this.offers);
    const targets = [...meaningsOf(next.flat())].filter(([name, meant]) => isOpen(meant) && !isOpen(others.get(name)));
    if (!targets.length) return;
    this.ambiguous = { ...ambiguous, targets: new Map(targets) };
    this.asker.changed?.();
  }

  /** takeTarget takes what the player has hesitated with, and what it is to be done to. */
  private async takeTarget(first: Ambiguous, name: string, { value, offers }: Meaning, confirmFirst: boolean) {
    this.confirmFirst = confirmFirst;
    this.ambiguous = { name, value: value.value, offers, first };
    if (offers.length === 1) await this.chooseAction(offers[0]!.action);
    else this.asker.changed?.();
  }

  /** choose takes a value for the current pick, or removes it if it is chosen already. */
  choose(value: string, confirmFirst = false) {
    this.confirmFirst = confirmFirst;
    return this.toggle(value);
  }

  /** chooseAll chooses values one after the other: names of things and places, actions, and values of the current pick. */
  async chooseAll(values: readonly string[], confirmFirst = false) {
    for (const value of values) {
      if (this.values.has(value)) await this.point(value, confirmFirst);
      else if (!this.offer && this.offers.some((o) => o.action === value)) await this.act(value);
      else await this.choose(value, confirmFirst);
    }
  }

  /** toggle handles the values of a pick in the order of the clicks, however fast they come. */
  private toggle(value: string): Promise<void> {
    const at = this.offer?.at;
    if (this.offer?.max === 1) return this.toggleNow(value);
    return (this.toggling = this.toggling.then(() => (this.offer?.at === at ? this.toggleNow(value) : undefined)));
  }

  private async toggleNow(value: string) {
    const o = this.offer;
    if (!o) return;
    const why = o.values?.find((v) => v.value === value)?.why;
    if (this.here.includes(value) && !o.repeat) return this.drop(value);
    if (why) return this.asker.trouble(Refused.of("not-offered", why));
    await this.take(o, value);
  }

  /** chooseAction says which action the first click meant. */
  async chooseAction(action: string) {
    const ambiguous = this.ambiguous;
    this.ambiguous = undefined;
    const o = ambiguous?.offers.find((x) => x.action === action);
    const before = ambiguous?.first && this.offers.find((x) => x.action === action);
    if (before?.at !== undefined && o) {
      this.sorts[before.at] = before.sort;
      this.advance(added({ action }, before.at, ambiguous!.first!.value), o);
    }
    if (ambiguous && o) await this.take(o, ambiguous.value);
  }

  private async take(o: Offer, value: string) {
    if (o.at === undefined) return this.act(o.action);
    this.sorts[o.at] = o.sort;
    const move = added(this.move.action === o.action ? this.move : { action: o.action }, o.at, value);
    if (completes(o, value)) return this.complete(move, o, this.thenFor(o, value)); // a text may still be refused, and must then stay in its field
    this.taking = isOnTable(o.sort) ? onTable(o.sort, value) : undefined;
    const taken = await this.proceed(move).finally(() => (this.taking = undefined));
    if (!taken) return;
    if (this.offer?.complete && !this.offer.pick) await this.finish(o);
    else await this.takeOnlyValue();
  }

  /** drop removes one of several chosen values. */
  private async drop(value: string) {
    const at = this.offer!.at!;
    const before = this.past.findLast((s) => s.move.action === this.move.action && !s.move.picks?.[at]?.length);
    let move: Chosen = { ...this.move, picks: before?.move.picks ?? this.move.picks!.slice(0, at) };
    for (const v of this.here) if (v !== value) move = added(move, at, v);
    if (JSON.stringify(this.past.at(-1)?.move.picks ?? []) === JSON.stringify(move.picks)) return this.back();
    await this.proceed(move);
  }

  /** advance moves on to an offer that is known without asking. */
  private advance(move: Chosen, o: Offer) {
    this.round++; // drops answers that are still in flight
    this.busy = false;
    this.past = [...this.past, this.snapshot()];
    this.move = move;
    this.offers = [o];
    this.asker.changed?.();
  }

  /** complete plays the move with its last choice, or waits for confirmation. */
  private async complete(move: Chosen, o: Offer, then?: Change[]) {
    this.effect = then;
    this.advance(move, { action: o.action, label: o.label, noUndo: o.noUndo, complete: true });
    await this.finish(o);
  }

  /** finish plays the complete move. It waits for confirmation if a pick takes a variable number of values, as the player may still change them. */
  private async finish(o: Offer) {
    const several = o.pick !== undefined && (o.max ?? 1) !== 1 && o.min !== o.max && !o.repeat;
    if (!this.confirmFirst && !several) return this.confirm();
    this.ready = true;
    this.asker.changed?.();
  }

  /** confirm plays the move. If it is refused, the player returns to the last choice, or starts over. */
  async confirm() {
    const { move, past, effect, trail } = this;
    this.clear();
    this.busy = true;
    if (!effect) this.sent = trail;
    try {
      await this.asker.play(move, effect);
    } catch (e) {
      this.sent = [];
      this.asker.trouble(e);
      const seen = await this.look(move, true);
      if (seen === undefined) return;
      this.past = past;
      if (!seen || !this.offer?.pick) await this.back();
    } finally {
      this.busy = false;
    }
  }

  /** stop ends the pick with the values chosen so far. */
  async stop() {
    const o = this.offer;
    if (!o?.stop) return;
    if (o.stopLast) return this.confirm();
    if (await this.proceed({ ...this.move, picks: [...(this.move.picks ?? []), []] })) await this.takeOnlyValue();
  }

  /** back undoes the last choice; cancel undoes all of them. */
  async back() {
    if (this.ambiguous) {
      this.ambiguous = undefined;
      return;
    }
    const last = this.past.at(-1);
    this.past = this.past.slice(0, -1);
    this.ready = false;
    this.effect = undefined;
    if (last?.move.action === undefined || (await this.look(last.move, true)) === false) await this.restart();
  }

  async cancel() {
    this.ambiguous = undefined;
    await this.restart();
  }
}

/** Draft is a draft with plain fields. */
export class Draft extends DraftLogic {
  offers: Offer[] = [];
  step: Progress | undefined;
  move: Chosen = {};
  ambiguous: Ambiguous | undefined;
  busy = false;
  sent: readonly string[] = [];
  protected ready = false;
  protected taking: string | undefined;
  protected foreseen: Offer[] = [];
  protected past: Snapshot[] = [];
}

const none: Offer[] = [];

function added(move: Chosen, at: number, value: string): Chosen {
  const picks = [...(move.picks ?? [])];
  while (picks.length <= at) picks.push([]);
  picks[at] = [...picks[at]!, value];
  return { ...move, picks };
}
