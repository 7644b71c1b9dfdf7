// What one wants to play: the settings of a new match, while they are chosen.

import { kept } from "../kept.svelte";
import type { Create, Game, Option, Preset } from "../wire";
import { words } from "../words";
import { nameFault } from "./name";

/** With is who sits in the other seats. */
export type With = "bots" | "friends" | "plan";

export const isYesNo = (o: Option) => o.values?.length === 2 && o.values.includes("false") && o.values.includes("true");

export const isNumber = (o: Option) => !o.values?.length && o.min !== undefined && o.max !== undefined;

export class Wish {
  name = $state(kept.name);
  seats = $state(0);
  private seat = $state(0);
  bots = $state<boolean[]>([]); // by seat, where the plan counts
  options = $state<Record<string, string>>({});
  unlisted = $state(false);

  constructor(readonly game: Game) {
    this.seats = game.minSeats;
    this.options = this.usual();
    this.bots = Array<boolean>(game.maxSeats).fill(true);
  }

  /** mine is one's own seat. */
  get mine(): number {
    return Math.min(this.seat, this.seats - 1);
  }

  set mine(seat: number) {
    this.seat = seat;
  }

  get others(): number[] {
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => seat !== this.mine);
  }

  take(preset?: Preset) {
    this.options = { ...this.usual(), ...preset?.values };
  }

  /** isAs reports whether the options are those of a preset, or the usual ones without one. */
  isAs(preset?: Preset): boolean {
    return Object.entries({ ...this.usual(), ...preset?.values }).every(([name, value]) => this.options[name] === value);
  }

  /** faults are what is wrong, by the name of the field. */
  get faults(): Record<string, string> {
    const faults: Record<string, string> = {};
    const fault = nameFault(this.name);
    if (fault) faults.name = fault;
    for (const o of this.game.options ?? []) {
      const value = this.options[o.name] ?? "";
      if (isNumber(o) && (!/^-?\d+$/.test(value) || +value < o.min! || +value > o.max!)) faults[o.name] = words.gamePage.notInRange(o.min!, o.max!);
    }
    return faults;
  }

  wanted(others: With): Create {
    const options = Object.fromEntries(Object.entries(this.options).filter(([name, value]) => value !== this.usual()[name]));
    const bots = others === "bots" ? this.others : others === "plan" ? this.others.filter((seat) => this.bots[seat]) : [];
    return { seats: this.seats, options, bots, unlisted: this.unlisted };
  }

  private usual(): Record<string, string> {
    return Object.fromEntries((this.game.options ?? []).map((o) => [o.name, o.default]));
  }
}
