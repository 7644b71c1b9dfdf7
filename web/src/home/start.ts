// Starting a match: create it, then take a seat.

import { api, Refused } from "../api";
import { preferences } from "../preferences.svelte";
import type { Create, Created, Joined } from "../wire";

const lost = ["taken", "no-seat", "no-match", "over"]; // errors after which this match is useless to the player

/** Start creates at most one match per set of settings, however often it is tried. */
export class Start {
  private made: Created | undefined;
  private of = "";

  constructor(private readonly game: string) {}

  /** go creates the match, takes the seat and returns the match's id. */
  async go(wanted: Create, name: string, seat: number): Promise<string> {
    const { match } = await this.make(wanted);
    preferences.setName(name);
    const joined = await this.join(match, name, seat);
    preferences.remember(match, { game: this.game, seat: joined.seat, token: joined.token });
    return match;
  }

  private async join(match: string, name: string, seat: number): Promise<Joined> {
    try {
      return await api.join(this.game, match, { name, seat });
    } catch (e) {
      if (e instanceof Refused && lost.includes(e.code)) this.made = undefined;
      throw e;
    }
  }

  private async make(wanted: Create): Promise<Created> {
    const of = JSON.stringify(wanted);
    if (!this.made || this.of !== of) {
      this.made = await api.create(this.game, wanted);
      this.of = of;
      preferences.remember(this.made.match, { game: this.game, ...(this.made.host && { host: this.made.host }) });
    }
    return this.made;
  }
}
