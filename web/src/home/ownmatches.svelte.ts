// The matches in which this browser holds a seat, as the server reports them.

import { api } from "../api";
import { type Listing, Refused } from "@plygame/client";
import { preferences, type Access } from "../preferences.svelte";

const maxShown = 12;

export interface OwnMatch {
  id: string;
  held: Access;
  listing: Listing | undefined; // undefined until the server has answered
}

export class OwnMatches {
  private known = $state.raw<Record<string, Listing>>({});
  refused = $state.raw<Refused>();

  readonly all: OwnMatch[] = $derived(
    Object.entries(preferences.matches)
      .filter(([, held]: [string, Access | null]) => held?.token && held.game)
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, maxShown)
      .map(([id, held]) => ({ id, held, listing: this.known[id] })),
  );

  constructor() {
    void this.reload();
  }

  /** reload asks the server about the matches that are not over. */
  async reload() {
    const answers = await Promise.all(this.all.filter((own) => !own.listing?.over).map((own) => this.look(own)));
    this.refused = answers.find((refused) => refused);
  }

  /** look asks about one match, and returns the error if there is no answer. */
  private async look({ id, held }: OwnMatch): Promise<Refused | undefined> {
    try {
      const { match } = await api.match(held.game, id);
      this.known = { ...this.known, [id]: match };
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (e.code !== "no-match" && e.code !== "no-game") return e;
      preferences.forget(id);
    }
    return undefined;
  }
}
