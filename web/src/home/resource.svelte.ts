// Something that the server is asked for, while it is under way and when it fails.

import { Refused } from "../api";
import { words } from "../words";

export class Resource<T> {
  value = $state.raw<T>();
  refused = $state.raw<Refused>();
  private asked = 0;

  constructor(private readonly ask: () => Promise<T>) {
    void this.reload();
  }

  /** reload asks once more; what is there already stays until there is something newer. */
  async reload() {
    const request = ++this.asked;
    try {
      const value = await this.ask();
      if (request !== this.asked) return; // a later answer counts
      this.value = value;
      this.refused = undefined;
    } catch (e) {
      if (request === this.asked)
        this.refused = e instanceof Refused ? e : new Refused("unreachable", words.unreachable);
    }
  }
}
