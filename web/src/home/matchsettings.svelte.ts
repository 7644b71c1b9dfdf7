// The settings of a new match while the player chooses them.

import { preferences } from "../preferences.svelte";
import type { Create, Game, Option, Preset } from "@plygame/client";
import { homeWords as words } from "./words";
import { BotChoice } from "./botchoice.svelte";
import { madeUpName, nameFault } from "./name";

/** Others says who takes the other seats. */
export type Others = "bots" | "friends" | "plan";

export const isYesNo = (o: Option) => o.values?.length === 2 && o.values.includes("false") && o.values.includes("true");

export const isNumber = (o: Option) => !o.values?.length && o.min !== undefined && o.max !== undefined;

export class MatchSettings {
  name = $state(preferences.name || madeUpName());
  seats = $state(0);
  private seat = $state(0);
  bots = $state<boolean[]>([]); // by seat, if others is "plan"
  options = $state<Record<string, string>>({});
  unlisted = $state(false);
  readonly bot = new BotChoice();

  constructor(readonly game: Game) {
    this.seats = this.counts[0]!;
    this.options = this.defaults();
    this.bots = Array<boolean>(game.maxSeats).fill(true);
  }

  /** counts are the numbers of players that the game allows. */
  get counts(): number[] {
    return this.game.seatCounts;
  }

  /** ownSeat is the seat of the player who creates the match. */
  get ownSeat(): number {
    return Math.min(this.seat, this.seats - 1);
  }

  set ownSeat(seat: number) {
    this.seat = seat;
  }

  get others(): number[] {
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => seat !== this.ownSeat);
  }

  usePreset(preset?: Preset) {
    this.options = { ...this.defaults(), ...preset?.values };
  }

  /** isPreset reports whether the options equal those of a preset; without one, the defaults. */
  isPreset(preset?: Preset): boolean {
    return Object.entries({ ...this.defaults(), ...preset?.values }).every(
      ([name, value]) => this.options[name] === value,
    );
  }

  /** faults are the error messages by field name. */
  get faults(): Record<string, string> {
    const faults: Record<string, string> = {};
    const fault = nameFault(this.name);
    if (fault) faults.name = fault;
    for (const o of this.game.options ?? []) {
      const value = this.options[o.name] ?? "";
      if (isNumber(o) && (!/^-?\d+$/.test(value) || +value < o.min! || +value > o.max!))
        faults[o.name] = words.gamePage.notInRange(o.min!, o.max!);
    }
    return faults;
  }

  request(others: Others): Create {
    const options = Object.fromEntries(
      Object.entries(this.options).filter(([name, value]) => value !== this.defaults()[name]),
    );
    const bots =
      others === "bots" ? this.others : others === "plan" ? this.others.filter((seat) => this.bots[seat]) : [];
    return {
      seats: this.seats,
      options,
      bots,
      ...(bots.length && this.bot.wanted && { bot: this.bot.wanted }),
      unlisted: this.unlisted,
    };
  }

  private defaults(): Record<string, string> {
    return Object.fromEntries((this.game.options ?? []).map((o) => [o.name, o.default]));
  }
}
