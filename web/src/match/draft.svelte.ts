// Choosing: what a seat has chosen so far, and what it can choose next. Board and panel are two ways into the same draft.

import { Refused } from "../api";
import type { Message, Move, Offer, Progress, Request, Value } from "../wire";

/** Chosen is a move, or a part of one, as a draft writes it: all values are texts. */
interface Chosen extends Move {
  picks?: string[][];
}

/** Asker is what a draft asks, and what plays the move when it is complete. */
export interface Asker {
  ask(request: Request): Promise<Message>;
  /** offered is what can be chosen first, if the server has sent it along. */
  offered(): Pick<Message, "offers" | "step"> | undefined;
  play(move: Move): Promise<void>;
  /** trouble tells the player what went wrong. */
  trouble(e: unknown): void;
}

/** Asked is what the player is asked: which action, what to do with the thing they pointed at, the next pick, or to confirm a complete move. */
export type Asked = "nothing" | "action" | "ambiguous" | "pick" | "confirm";

/** Snapshot is where a draft was before a choice. */
interface Snapshot {
  move: Chosen;
  offers: Offer[];
}

export class Draft {
  /** offers are what can be chosen next: all actions, or the one that was chosen. Empty while nothing is to be chosen. */
  offers = $state.raw<Offer[]>([]);
  /** step is where in the order of play the seat is, if the game has one of its own. */
  step = $state.raw<Progress | undefined>();
  move = $state.raw<Chosen>({});
  /** ambiguous are the actions that can be done with what was chosen first, if there are several. */
  ambiguous = $state.raw<{ name: string; value: string; offers: Offer[] } | undefined>(undefined);
  /** ready: nothing is left to choose, and the move waits to be confirmed. */
  private ready = $state(false);
  busy = $state(false);
  private confirmFirst = false; // the player confirms a move before it is played

  /** sorts are those of the picks that were asked for. */
  sorts: Record<number, Offer["sort"]> = {};
  private past = $state.raw<Snapshot[]>([]); // before each choice of the player; what there was no choice about is not among them
  private toggling: Promise<void> = Promise.resolve();
  private going: symbol | undefined; // the last choice that is on its way
  private missed = false; // something has happened meanwhile
  private round = 0; // of asking; answers to older ones are dropped

  constructor(private readonly asker: Asker) {}

  /** offer is the action under way, with its next pick. */
  offer = $derived<Offer | undefined>(this.move.action === undefined ? undefined : this.offers[0]);

  /** open are the actions that can be done. */
  open = $derived(this.offers.filter((o) => !o.why));

  asked = $derived<Asked>(
    this.ambiguous
      ? "ambiguous"
      : this.ready
        ? "confirm"
        : this.offer
          ? "pick"
          : this.offers.length
            ? "action"
            : "nothing",
  );

  /** chosen are the things, places and seats of the draft, as the table names them. */
  chosen = $derived.by(() => {
    const all = new Set(
      (this.move.picks ?? []).flatMap((values, at) =>
        isOnTable(this.sorts[at]) ? values.map((v) => onTable(this.sorts[at], v)) : [],
      ),
    );
    return this.ambiguous ? all.add(this.ambiguous.name) : all;
  });

  /** here are the values of the pick that is asked for. */
  here = $derived<string[]>(this.offer?.at === undefined ? [] : (this.move.picks?.[this.offer.at] ?? []));

  /** begun: there is something to step back from. */
  begun = $derived(this.ambiguous !== undefined || this.past.length > 0);

  /** values are what a click on the table can mean: the pick that is asked for, or the first of every action. While a move waits to be confirmed, that is its last pick. */
  values = $derived.by(() => {
    const all = new Map<string, { value: Value; offers: Offer[] }>();
    for (const o of (this.ready && this.past.at(-1)?.offers) || this.offers) {
      if (!isOnTable(o.sort)) continue;
      for (const v of o.values ?? []) {
        const name = onTable(o.sort, v.value);
        const known = all.get(name);
        if (known && !v.why === !known.value.why) known.offers.push(o);
        else if (!known || known.value.why) all.set(name, { value: v, offers: [o] });
      }
    }
    for (const [name, meant] of this.pointed) if (!all.has(name)) all.set(name, meant);
    return all;
  });

  /** pointed are the things that values point at, where only one value can be meant. */
  private pointed = $derived.by(() => {
    const all = new Map<string, { value: Value; offers: Offer[] }>();
    const unclear = new Set<string>();
    for (const o of (this.ready && this.past.at(-1)?.offers) || this.offers)
      for (const v of o.values ?? [])
        for (const name of v.why || o.why ? [] : (v.points ?? [])) {
          if (all.has(name)) unclear.add(name);
          else all.set(name, { value: v, offers: [o] });
        }
    for (const name of unclear) all.delete(name);
    return all;
  });

  /** clear forgets everything: nothing is to be chosen. */
  clear() {
    this.round++;
    this.offers = [];
    this.move = {};
    this.past = [];
    this.ambiguous = this.going = undefined;
    this.ready = this.busy = false;
  }

  /** refresh asks again; what was chosen is kept if it can still be. The answer to a choice that is on its way is new enough. */
  async refresh() {
    this.missed = this.going !== undefined;
    if (this.missed) return;
    this.ambiguous = undefined;
    const seen = this.past.length > 0 && (await this.look(this.move, true));
    if (seen === false) return this.restart();
    if (seen) this.ready = this.offer !== undefined && !this.offer.pick;
  }

  /** offerWithdraw offers what can be done out of turn: to take back what was chosen in secret. */
  async offerWithdraw() {
    this.clear();
    if (await this.look({}, true)) this.offers = this.open;
  }

  private async restart() {
    this.past = [];
    this.ready = false;
    if (await this.look({})) await this.takeOnlyValue();
  }

  /** takeOnlyValue takes the only value of a pick, where others follow. */
  private async takeOnlyValue() {
    const o = this.offer;
    const open = o?.values?.filter((v) => !v.why) ?? [];
    if (o?.pick && !o.stop && !o.repeat && o.max === 1 && open.length === 1 && !o.last)
      await this.look(added(this.move, o.at!, open[0]!.value), true);
  }

  private snapshot(): Snapshot {
    return { move: this.move, offers: this.offers };
  }

  /** proceed looks further, and keeps where the player came from. */
  private async proceed(move: Chosen, quietly = false): Promise<boolean> {
    const before = this.snapshot();
    const request = (this.going = Symbol());
    const seen = await this.look(move, quietly);
    if (request === this.going) this.going = undefined;
    if (seen) this.past = [...this.past, before];
    else if (seen === false && this.missed) await this.refresh();
    return seen === true;
  }

  /** look asks what can be chosen when this is. It answers whether that could be asked; undefined if something else was asked since. */
  private async look(move: Chosen, quietly = false): Promise<boolean | undefined> {
    const round = ++this.round;
    this.busy = true;
    try {
      const answer =
        move.action === undefined
          ? (this.asker.offered() ?? (await this.asker.ask({ do: "offers" })))
          : await this.asker.ask({ do: "offers", draft: move });
      if (round !== this.round) return undefined;
      const first = answer.offers?.[0];
      if (move.action !== undefined && first?.why && !first.complete) throw Refused.of("unavailable", first.why);
      const offers = answer.offers ?? [];
      const open = offers.filter((o) => !o.why);
      const only = move.action === undefined && open.length === 1 && open[0]!.pick ? open[0]! : undefined; // there is no choice
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
    }
  }

  /** act begins an action, or does it if there is nothing to choose. */
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

  /** point chooses what the table calls by this name: for the pick that is asked for, or the only action that offers it. */
  async point(name: string, confirmFirst = false) {
    this.ambiguous = undefined;
    if (this.ready) await this.back();
    const known = this.values.get(name);
    if (!known) return;
    this.confirmFirst = confirmFirst;
    if (this.offer) return this.toggle(known.value.value);
    if (known.value.why) return this.asker.trouble(Refused.of("not-offered", known.value.why));
    const open = known.offers.filter((o) => !o.why);
    if (open.length > 1) this.ambiguous = { name, value: known.value.value, offers: open };
    else if (open[0]) await this.take(open[0], known.value.value);
  }

  /** choose takes a value for the pick that is asked for; one of several that is taken already is put back. */
  choose(value: string) {
    this.confirmFirst = false;
    return this.toggle(value);
  }

  /** toggle takes values of several one after the other, however quickly they are clicked on. */
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

  /** choose what to do with what was chosen first. */
  async chooseAction(action: string) {
    const ambiguous = this.ambiguous;
    this.ambiguous = undefined;
    const o = ambiguous?.offers.find((x) => x.action === action);
    if (ambiguous && o) await this.take(o, ambiguous.value);
  }

  private async take(o: Offer, value: string) {
    if (o.at === undefined) return;
    this.sorts[o.at] = o.sort;
    const move = added(this.move.action === o.action ? this.move : { action: o.action }, o.at, value);
    const last = o.last || o.values?.find((v) => v.value === value)?.last;
    if (last && !o.text) return this.complete(move, o); // a text may still be refused: then it is there to be mended
    if (!(await this.proceed(move))) return;
    if (this.offer?.complete && !this.offer.pick) await this.finish(o);
    else await this.takeOnlyValue();
  }

  /** drop takes a value of several out again. */
  private async drop(value: string) {
    const at = this.offer!.at!;
    const before = this.past.findLast((s) => s.move.action === this.move.action && !s.move.picks?.[at]?.length);
    let move: Chosen = { ...this.move, picks: before?.move.picks ?? this.move.picks!.slice(0, at) };
    for (const v of this.here) if (v !== value) move = added(move, at, v);
    if (JSON.stringify(this.past.at(-1)?.move.picks ?? []) === JSON.stringify(move.picks)) return this.back();
    await this.proceed(move);
  }

  /** advance goes on to what is known to follow. */
  private advance(move: Chosen, o: Offer) {
    this.round++; // no answer is new enough any more
    this.busy = false;
    this.past = [...this.past, this.snapshot()];
    this.move = move;
    this.offers = [o];
  }

  /** complete plays the move with its last choice, or lets the player confirm it. */
  private async complete(move: Chosen, o: Offer) {
    this.advance(move, { action: o.action, label: o.label, noUndo: o.noUndo, complete: true });
    await this.finish(o);
  }

  /** finish plays the move, which is complete, or waits until it is confirmed: of several, one may think again, unless it is clear how many there must be. */
  private async finish(o: Offer) {
    const several = o.pick !== undefined && (o.max ?? 1) !== 1 && o.min !== o.max && !o.repeat;
    if (this.confirmFirst || several) this.ready = true;
    else await this.confirm();
  }

  /** confirm plays the move as it is. If it is refused, the player is where they were, or starts over. */
  async confirm() {
    const { move, past } = this;
    this.clear();
    this.busy = true;
    try {
      await this.asker.play(move);
    } catch (e) {
      this.asker.trouble(e);
      const seen = await this.look(move, true);
      if (seen === undefined) return;
      this.past = past;
      if (!seen || !this.offer?.pick) await this.back();
    } finally {
      this.busy = false;
    }
  }

  /** stop ends the pick with the values it has. */
  async stop() {
    const o = this.offer;
    if (!o?.stop) return;
    if (o.stopLast) return this.confirm();
    if (await this.proceed({ ...this.move, picks: [...(this.move.picks ?? []), []] })) await this.takeOnlyValue();
  }

  /** back takes back the last choice, cancel all of them. */
  async back() {
    if (this.ambiguous) {
      this.ambiguous = undefined;
      return;
    }
    const last = this.past.at(-1);
    this.past = this.past.slice(0, -1);
    this.ready = false;
    if (last?.move.action === undefined || (await this.look(last.move, true)) === false) await this.restart();
  }

  async cancel() {
    this.ambiguous = undefined;
    await this.restart();
  }
}

const isOnTable = (sort: Offer["sort"]) => sort === "element" || sort === "seat";

/** onTable is what the table calls a value. */
const onTable = (sort: Offer["sort"], value: string) => (sort === "seat" ? `seat/${value}` : value);

function added(move: Chosen, at: number, value: string): Chosen {
  const picks = [...(move.picks ?? [])];
  while (picks.length <= at) picks.push([]);
  picks[at] = [...picks[at]!, value];
  return { ...move, picks };
}
