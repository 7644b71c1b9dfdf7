// What the drawing needs to know about the choices; match/draft has the draft itself.

import { noPreview, type Preview } from "@plygame/client";

export interface Choices {
  /** state is "open" for what can be chosen, "chosen" for what is in the draft, "closed" for what cannot be chosen. */
  state(name: string): "open" | "chosen" | "closed" | undefined;
  /** changes reports whether a click on something that is not open changes the choice before. */
  changes(name: string): boolean;
  /** why returns why something cannot be chosen; with "", why nothing can. */
  why(name: string): string;
  /** note returns what to know before choosing something: what it costs, the odds. */
  note(name: string): string;
  /** choose chooses something; a fingertip has touched something smaller than itself, so that the player confirms. at is the thing in it that was clicked, which may answer the next question as well. */
  choose(name: string, by: "mouse" | "touch" | "fingertip" | "key", at?: string): void;
  /** advised returns how good a hint says that something is, from 0 to 100; undefined if the hint does not mention it. */
  advised(name: string): number | undefined;
  /** preview returns what choosing something would change; with "", what is chosen so far or on its way. */
  preview(name: string): Preview;
  /** any reports whether there is anything to choose. */
  readonly any: boolean;
}

/** idle is for pictures and spectators. */
export const idle: Choices = {
  state: () => undefined,
  changes: () => false,
  why: () => "",
  note: () => "",
  choose: () => {},
  advised: () => undefined,
  preview: () => noPreview,
  any: false,
};
