// What a click on each cell of a board means, and how that is said.

import { words } from "../words";
import type { Content } from "./boardcontents";
import type { Plan } from "./boardplan";
import type { Choices } from "./choices";
import type { Cell } from "./geometry";

/** Choice is what can be chosen on a cell. */
interface Choice {
  state: "open" | "chosen" | "closed" | undefined;
  target: string; // what a click chooses: the cell, a thing on it, or a cell in its line; empty if nothing
  aims: string; // the other cell that is meant, if there is one
  why: string;
}

/** Mark is what there is to know of a cell at one moment. */
export interface Mark extends Content, Choice {
  fresh: boolean; // the last move was here
  won: boolean; // the match was won with it
  says: string; // all of it, for those who do not see it
}

/** Marks are those of a board, row by row as people read them. */
export interface Marks {
  rows: readonly (readonly Mark[])[];
  at: ReadonlyMap<string, Mark>;
}

/** Noted are the names of cells and things that are worth a look. */
export interface Noted {
  recent: ReadonlySet<string>; // the last move has put them there
  won: ReadonlySet<string>; // the match was won with them
}

export const unmarked: Marks = { rows: [], at: new Map() };

const nothing: Choice = { state: undefined, target: "", aims: "", why: "" };

/** marksOf adds what can be chosen. Cells and rows that are as they were before are the same objects. */
export function marksOf(
  plan: Plan,
  contents: ReadonlyMap<string, Content>,
  choices: Choices,
  { recent, won }: Noted,
  before: Marks,
): Marks {
  const aims = choices.any ? aimsOf(plan, choices) : () => "";
  const at = new Map<string, Mark>();
  const rows = plan.rows.map((cells, i) => {
    const row = cells.map((cell) => {
      const content = contents.get(cell.name)!;
      const among = (names: ReadonlySet<string>) =>
        names.has(cell.name) || content.things.some((t) => names.has(t.name));
      const choice = choices.any ? choiceOf(content, choices, aims) : nothing;
      const mark = marked(content, choice, { fresh: among(recent), won: among(won) }, before.at.get(cell.name));
      at.set(cell.name, mark);
      return mark;
    });
    const was = before.rows[i];
    return was?.length === row.length && row.every((mark, k) => mark === was[k]) ? was : row;
  });
  return { rows, at };
}

function marked(content: Content, choice: Choice, noted: Pick<Mark, "fresh" | "won">, was: Mark | undefined): Mark {
  const same =
    was &&
    was.things === content.things &&
    was.cell === content.cell &&
    was.fresh === noted.fresh &&
    was.won === noted.won;
  if (
    same &&
    was.state === choice.state &&
    was.target === choice.target &&
    was.why === choice.why &&
    was.holds === content.holds &&
    was.about === content.about
  )
    return was;
  return { ...content, ...choice, ...noted, says: say(content, choice, noted) };
}

/** choiceOf prefers what lies on top. */
function choiceOf({ cell, things }: Content, choices: Choices, aims: (cell: Cell) => string): Choice {
  const names = things.length ? [cell.name, ...things.map((t) => t.name).reverse()] : [cell.name];
  const open = names.find((n) => choices.state(n) === "open");
  const chosen = names.find((n) => choices.state(n) === "chosen");
  if (open || chosen) return { state: chosen ? "chosen" : "open", target: open ?? chosen ?? "", aims: "", why: "" };
  const other = aims(cell);
  const refused = names.find((n) => choices.state(n) === "closed") ?? cell.name; // the rules say why
  const why = other ? "" : choices.why(refused);
  return { state: "closed", target: other, aims: other, why };
}

/** aimsOf tells which open cell is meant by a cell that is not: the nearest in its line. */
function aimsOf({ cells, aim }: Plan, choices: Choices): (cell: Cell) => string {
  if (!aim) return () => "";
  const line = (c: Cell) => (aim === "column" ? c.col : c.row);
  const along = (c: Cell) => (aim === "column" ? c.row : c.col);
  const open = cells.filter((c) => choices.state(c.name) === "open");
  return (cell) => {
    const far = (c: Cell) => Math.abs(along(c) - along(cell));
    const here = open.filter((c) => line(c) === line(cell));
    return here.sort((a, b) => far(a) - far(b))[0]?.name ?? "";
  };
}

function say(
  { cell, holds, about }: Content,
  { state, aims, why }: Choice,
  { fresh, won }: Pick<Mark, "fresh" | "won">,
): string {
  const { board } = words;
  const parts = [cell.name, holds || board.empty];
  if (about) parts.push(about);
  if (won) parts.push(board.won);
  if (fresh) parts.push(board.recent);
  if (state === "open") parts.push(board.open);
  if (state === "chosen") parts.push(board.chosen);
  if (state === "closed") parts.push(aims ? board.aims(aims) : board.closed(why));
  return parts.join(", ");
}
