// How a match begins: it is made, and one takes a seat in it.

import { api, Refused } from "../api";
import { preferences } from "../preferences.svelte";
import type { Create, Created, Joined } from "../wire";

const lost = ["taken", "no-seat", "no-match", "over"]; // of no use to who wanted that seat

/** Start makes one match for one set of settings, however often it is tried. */
export class Start {
  private made: Created | undefined;
  private of = "";

  constructor(private readonly game: string) {}

  /** go makes the match and sits down, and returns its id. */
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
