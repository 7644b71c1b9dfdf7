// A value that is fetched from the server, with its loading and error states.

import { Refused } from "@plygame/client";
import { words } from "../words";

export class Resource<T> {
  value = $state.raw<T>();
  refused = $state.raw<Refused>();
  private asked = 0;

  constructor(private readonly ask: () => Promise<T>) {
    void this.reload();
  }

  /** reload fetches the value again; the old one stays until the new one arrives. */
  async reload() {
    const request = ++this.asked;
    try {
      const value = await this.ask();
      if (request !== this.asked) return; // superseded by a later request
      this.value = value;
      this.refused = undefined;
    } catch (e) {
      if (request === this.asked)
        this.refused = e instanceof Refused ? e : new Refused("unreachable", words.unreachable);
    }
  }
}
