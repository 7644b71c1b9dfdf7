// The choice of a bot from the server's list.

import { api } from "../api";
import type { BotList, NamedBot } from "@plygame/client";

export class BotChoice {
  private list = $state.raw<BotList>();
  private named = $state<string>();
  private given = $state<string>(); // the parameter, if the player has typed one

  constructor() {
    api.bots().then(
      (list) => (this.list = list),
      () => {}, // the server uses its default
    );
  }

  get all(): readonly NamedBot[] {
    return this.list?.bots ?? [];
  }

  /** any reports whether there is anything to choose. */
  get any(): boolean {
    return this.all.length > 1 || this.all.some((b) => b.takes);
  }

  /** bot is the chosen bot. */
  get bot(): NamedBot | undefined {
    return this.all.find((b) => b.name === this.name);
  }

  get name(): string {
    return this.named ?? this.usual[0];
  }

  set name(name: string) {
    this.named = name;
    this.given = undefined;
  }

  /** parameter is the text after the colon in the name of a bot. */
  get parameter(): string {
    return this.given ?? (this.name === this.usual[0] ? this.usual[1] : "");
  }

  set parameter(text: string) {
    this.given = text;
  }

  /** wanted is the bot as a request names it; undefined for the default bot. */
  get wanted(): string | undefined {
    const parameter = this.bot?.takes ? this.parameter.trim() : "";
    const wanted = parameter ? `${this.name}:${parameter}` : this.name;
    return wanted === (this.list?.default ?? "") ? undefined : wanted;
  }

  /** usual is the default bot and its parameter. */
  private get usual(): [string, string] {
    const [name, ...parameter] = (this.list?.default ?? "").split(":");
    return [name!, parameter.join(":")];
  }
}
