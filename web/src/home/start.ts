// Starting a match: create it, then take a seat.

import { api } from "../api";
import { type Create, type Created, type Joined, Refused } from "@plygame/client";
import { preferences } from "../preferences.svelte";

const fatal = ["taken", "no-seat", "no-match", "over"]; // errors after which this match is useless to the player

/** Start creates at most one match per set of settings, however often it is tried. */
export class Start {
  private created: Created | undefined;
  private createdWith = "";

  constructor(private readonly game: string) {}

  /** go creates the match, takes the seat and returns the match's id. */
  async go(wanted: Create, name: string, seat: number): Promise<string> {
    const { match } = await this.create(wanted);
    preferences.setName(name);
    const joined = await this.join(match, name, seat);
    preferences.remember(match, { game: this.game, seat: joined.seat, token: joined.token });
    return match;
  }

  private async join(match: string, name: string, seat: number): Promise<Joined> {
    try {
      return await api.join(this.game, match, { name, seat });
    } catch (e) {
      if (e instanceof Refused && fatal.includes(e.code)) this.created = undefined;
      throw e;
    }
  }

  private async create(wanted: Create): Promise<Created> {
    const settings = JSON.stringify(wanted);
    if (!this.created || this.createdWith !== settings) {
      this.created = await api.create(this.game, wanted);
      this.createdWith = settings;
      preferences.remember(this.created.match, {
        game: this.game,
        ...(this.created.host && { host: this.created.host }),
      });
    }
    return this.created;
  }
}
