// How what is drawn knows what can be chosen: the draft behind it is in match/draft.

export interface Choices {
  /** open: it can be chosen; chosen: it is in the draft; closed: it cannot, and why tells. */
  state(name: string): "open" | "chosen" | "closed" | undefined;
  /** why something cannot be chosen; without a name, why nothing can. */
  why(name: string): string;
  choose(name: string, by: "mouse" | "touch" | "key"): void;
  /** any reports whether there is anything to choose at all. */
  readonly any: boolean;
}

/** idle is for pictures, and for those who only watch. */
export const idle: Choices = { state: () => undefined, why: () => "", choose: () => {}, any: false };
