// What the drawing needs to know about the choices; match/draft has the draft itself.

export interface Choices {
  /** state is "open" for what can be chosen, "chosen" for what is in the draft, "closed" for what cannot be chosen. */
  state(name: string): "open" | "chosen" | "closed" | undefined;
  /** why returns why something cannot be chosen; with "", why nothing can. */
  why(name: string): string;
  choose(name: string, by: "mouse" | "touch" | "key"): void;
  /** advised returns how much of a bot's attention something gets in a hint, in percent; undefined without a hint. */
  advised(name: string): number | undefined;
  /** any reports whether there is anything to choose. */
  readonly any: boolean;
}

/** idle is for pictures and spectators. */
export const idle: Choices = {
  state: () => undefined,
  why: () => "",
  choose: () => {},
  advised: () => undefined,
  any: false,
};
