// The matches in which one has a seat, as the server knows them.

import { api, Refused } from "../api";
import { kept, type Held } from "../kept.svelte";
import type { Listing } from "../wire";

const most = 12; // that are shown

export interface Own {
  id: string;
  held: Held;
  listing: Listing | undefined; // undefined until the server has answered
}

export class Mine {
  private known = $state.raw<Record<string, Listing>>({});
  refused = $state.raw<Refused>();

  readonly all: Own[] = $derived(
    Object.entries(kept.matches)
      .filter(([, held]) => held?.token && held.game)
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, most)
      .map(([id, held]) => ({ id, held, listing: this.known[id] })),
  );

  constructor() {
    void this.again();
  }

  /** again looks up those that may have changed. */
  async again() {
    const answers = await Promise.all(this.all.filter((own) => !own.listing?.over).map((own) => this.look(own)));
    this.refused = answers.find((refused) => refused);
  }

  /** look asks for one of them, and returns why there is no answer. */
  private async look({ id, held }: Own): Promise<Refused | undefined> {
    try {
      const { match } = await api.match(held.game, id);
      this.known = { ...this.known, [id]: match };
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (e.code !== "no-match" && e.code !== "no-game") return e;
      kept.forget(id);
    }
    return undefined;
  }
}
