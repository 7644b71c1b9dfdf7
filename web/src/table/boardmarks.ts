// What a click on each cell of a board does, and how screen readers describe it.

import { words } from "../words";
import type { Content } from "./boardcontents";
import type { Plan } from "./boardplan";
import type { Choices } from "./choices";
import type { Cell } from "./geometry";

/** Choice is what a click on a cell chooses. */
interface Choice {
  state: "open" | "chosen" | "closed" | undefined;
  target: string; // the cell, a thing on it, or another cell in its line; empty if a click chooses nothing
  aims: string; // the other cell in its line, if that is the target
  why: string;
  note: string; // what to know before choosing it
}

/** Mark is everything about a cell at one moment. */
export interface Mark extends Content, Choice {
  recent: boolean; // part of the last move
  won: boolean; // among the cells that won the match
  share: number | undefined; // how good a hint says that it is, from 0 to 100
  description: string; // the description for screen readers
}

type Highlighted = Pick<Mark, "recent" | "won" | "share">;

/** Marks holds the marks of a board, by row in reading order and by cell. */
export interface Marks {
  rows: readonly (readonly Mark[])[];
  at: ReadonlyMap<string, Mark>;
}

/** Highlights holds the names of cells and things to highlight. */
export interface Highlights {
  recent: ReadonlySet<string>; // moved by the last move
  won: ReadonlySet<string>; // won the match
}

export const unmarked: Marks = { rows: [], at: new Map() };

const nothing: Choice = { state: undefined, target: "", aims: "", why: "", note: "" };

/** marksOf adds the choices to the contents. Unchanged cells and rows keep the same objects. */
export function marksOf(
  plan: Plan,
  contents: ReadonlyMap<string, Content>,
  choices: Choices,
  { recent, won }: Highlights,
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
      const share = choice.target && !choice.aims ? choices.advised(choice.target) : undefined;
      const highlights = { recent: among(recent), won: among(won), share };
      const mark = marked(content, choice, highlights, before.at.get(cell.name));
      at.set(cell.name, mark);
      return mark;
    });
    const was = before.rows[i];
    return was?.length === row.length && row.every((mark, k) => mark === was[k]) ? was : row;
  });
  return { rows, at };
}

function marked(content: Content, choice: Choice, highlights: Highlighted, was: Mark | undefined): Mark {
  const same =
    was &&
    was.things === content.things &&
    was.cell === content.cell &&
    was.recent === highlights.recent &&
    was.won === highlights.won &&
    was.share === highlights.share;
  if (
    same &&
    was.state === choice.state &&
    was.target === choice.target &&
    was.why === choice.why &&
    was.note === choice.note &&
    was.holds === content.holds &&
    was.about === content.about
  )
    return was;
  return { ...content, ...choice, ...highlights, description: describe(content, choice, highlights) };
}

/** choiceOf prefers the cell itself, then the things on it from the top. */
function choiceOf({ cell, things }: Content, choices: Choices, aims: (cell: Cell) => string): Choice {
  const names = things.length ? [cell.name, ...things.map((t) => t.name).reverse()] : [cell.name];
  const open = names.find((n) => choices.state(n) === "open");
  const chosen = names.find((n) => choices.state(n) === "chosen");
  if (open || chosen) {
    const note = open ? choices.note(open) : "";
    return { state: chosen ? "chosen" : "open", target: open ?? chosen ?? "", aims: "", why: "", note };
  }
  const changes = names.find((n) => choices.changes(n));
  if (changes) return { state: undefined, target: changes, aims: "", why: "", note: "" };
  const other = aims(cell);
  const refused = names.find((n) => choices.state(n) === "closed") ?? cell.name; // this one has the reason from the rules
  const why = other ? "" : choices.why(refused);
  return { state: "closed", target: other, aims: other, why, note: "" };
}

/** aimsOf maps a cell that cannot be chosen to the nearest open cell in its line. */
function aimsOf({ cells, aim }: Plan, choices: Choices): (cell: Cell) => string {
  if (!aim) return () => "";
  const line = (c: Cell) => (aim === "column" ? c.col : c.row);
  const along = (c: Cell) => (aim === "column" ? c.row : c.col);
  const open = cells.filter((c) => choices.state(c.name) === "open");
  return (cell) => {
    const distance = (c: Cell) => Math.abs(along(c) - along(cell));
    const here = open.filter((c) => line(c) === line(cell));
    return here.sort((a, b) => distance(a) - distance(b))[0]?.name ?? "";
  };
}

function describe(
  { cell, holds, about }: Content,
  { state, aims, why, note }: Choice,
  { recent, won, share }: Highlighted,
): string {
  const { board } = words;
  const parts = [cell.name, holds || board.empty];
  if (about) parts.push(about);
  if (won) parts.push(board.won);
  if (recent) parts.push(board.recent);
  if (state === "open") parts.push(board.open);
  if (note) parts.push(note);
  if (state === "chosen") parts.push(board.chosen);
  if (share !== undefined) parts.push(board.advised(share));
  if (state === "closed") parts.push(aims ? board.aims(aims) : board.closed(why));
  return parts.join(", ");
}
