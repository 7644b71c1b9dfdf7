// What this package offers. README.md shows how to use it.

export type * from "./wire.js";
export type { Match as MatchAnswer } from "./wire.js";
export { words } from "./words.js";
export { Refused } from "./refused.js";
export { Server } from "./server.js";
export { Link, type Listener } from "./link.js";
export { Match, MatchLogic, type MatchListener } from "./match.js";
export { Draft, DraftLogic, type Ambiguous, type Asker, type Chosen, type Question, type Snapshot } from "./draft.js";
export { completes, isOnTable, kindKey, meaningsOf, onTable, thenOf, type Meaning } from "./meaning.js";
export { momentAfter, stageAfter, touched, type Moment } from "./moment.js";
export { reconciled, type Guess } from "./guess.js";
export { faceless, Seen } from "./seen.js";
export { asDealt, Position, type Fact, type Thing } from "./position.js";
export { noPreview, previewOf, previewOfTrail, type Ghost, type Preview } from "./preview.js";
export * from "./art.js";
export { nameOf, roleOf, seatName, type Seating } from "./names.js";
export { capital, choiceText, eventTexts, lineText, logLines, logText, resultText } from "./lines.js";
export { undoable } from "./undo.js";
export { advice, hintText, suggestionText } from "./hint.js";
