// Which bot plays, as the server lists them.

import { api } from "../api";
import type { BotList, NamedBot } from "../wire";

export class BotChoice {
  private list = $state.raw<BotList>();
  private named = $state<string>();
  private given = $state<string>(); // the parameter, if somebody has given one

  constructor() {
    api.bots().then(
      (list) => (this.list = list),
      () => {}, // the server chooses
    );
  }

  get all(): readonly NamedBot[] {
    return this.list?.bots ?? [];
  }

  /** any reports whether there is something to choose. */
  get any(): boolean {
    return this.all.length > 1 || this.all.some((b) => b.takes);
  }

  /** bot is the one that plays. */
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

  /** parameter is what the bot is told after a colon. */
  get parameter(): string {
    return this.given ?? (this.name === this.usual[0] ? this.usual[1] : "");
  }

  set parameter(text: string) {
    this.given = text;
  }

  /** wanted is the bot as a request names it; undefined for the one that plays anyway. */
  get wanted(): string | undefined {
    const parameter = this.bot?.takes ? this.parameter.trim() : "";
    const wanted = parameter ? `${this.name}:${parameter}` : this.name;
    return wanted === (this.list?.default ?? "") ? undefined : wanted;
  }

  /** usual is the bot that plays where none is named, and its parameter. */
  private get usual(): [string, string] {
    const [name, ...parameter] = (this.list?.default ?? "").split(":");
    return [name!, parameter.join(":")];
  }
}
