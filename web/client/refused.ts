// Errors that can be shown to players.

import type { Line } from "./wire.js";

/** Refused is an error with a reason that can be shown to the player. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field?: string,
    /** line is the reason with its arguments, if the server sent one. */
    readonly line?: Line,
  ) {
    super(message);
  }

  /** of returns a Refused whose reason is a line. */
  static of(code: string, line?: Line): Refused {
    return new Refused(code, line?.text ?? "", undefined, line);
  }
}
