// Mouse, touch and keyboard input on a board.

import type { Attention } from "./boardattention.svelte";
import { jump, stepFrom } from "./boardkeys";
import type { Marks } from "./boardmarks";
import type { Plan } from "./boardplan";
import type { Choices } from "./choices";
import type { Cell } from "./geometry";

/** BoardState is the current state of the board. */
interface BoardState {
  readonly plan: Plan;
  readonly marks: Marks;
  readonly choices: Choices;
  /** cell returns the element of a cell. */
  cell(name: string): SVGElement | undefined;
}

export class BoardInput {
  private pointer = "mouse";

  constructor(
    private readonly board: BoardState,
    private readonly attention: Attention,
  ) {}

  /** hasTip reports whether a cell has a tip: what is on it, or why it cannot be chosen. */
  hasTip(name: string): boolean {
    const { choices, marks } = this.board;
    const mark = marks.at.get(name);
    if (mark?.about || mark?.note) return true;
    return choices.any ? mark?.target === "" : marks.at.has(name) && choices.why("") !== "";
  }

  private choose(name: string, by: "mouse" | "touch" | "key") {
    const { choices, marks } = this.board;
    const target = marks.at.get(name)?.target;
    const cell = this.board.cell(name);
    const aside = by === "touch" && choices.any && target; // beside the cell, the tip could cover what can be chosen next
    if (this.hasTip(name)) this.attention.showTip(name, aside ? (cell?.ownerSVGElement ?? cell) : cell);
    else this.attention.hideTip();
    if (choices.any && target) choices.choose(target, by);
  }

  readonly onpointerdown = (e: PointerEvent) => {
    this.pointer = e.pointerType;
  };

  readonly onclick = (e: MouseEvent) => {
    this.choose(cellOf(e), e.detail === 0 ? "key" : this.pointer === "touch" ? "touch" : "mouse");
  };

  readonly onpointerover = (e: PointerEvent) => {
    const name = cellOf(e);
    if (e.pointerType === "touch" || name === this.attention.hovered) return;
    this.attention.hovered = name;
    if (this.hasTip(name)) this.attention.showTipSoon(name, this.board.cell(name));
    else this.attention.hideTip();
  };

  readonly onpointerleave = () => {
    this.attention.hovered = "";
    this.attention.hideTip();
  };

  readonly onfocusin = (e: FocusEvent) => {
    const name = cellOf(e);
    this.attention.visited = name;
    if (!(e.target as Element).matches(":focus-visible")) return;
    this.attention.focused = name;
    if (this.hasTip(name)) this.attention.showTip(name, this.board.cell(name));
  };

  readonly onfocusout = () => {
    this.attention.focused = "";
    this.attention.hideTip();
  };

  readonly onkeydown = (e: KeyboardEvent) => {
    const from = this.board.plan.at.get(cellOf(e));
    if (!from || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === "Escape") return this.attention.hideTip();
    const chooses = e.key === "Enter" || e.key === " ";
    const to = chooses ? undefined : this.destination(from, e.key);
    if (!chooses && !to) return;
    e.preventDefault();
    if (to) this.board.cell(to.name)?.focus();
    else if (!e.repeat) this.choose(from.name, "key");
  };

  private destination(from: Cell, key: string): Cell | undefined {
    const { plan, marks, choices } = this.board;
    const open = (name: string) => marks.at.get(name)?.state === "open";
    if (choices.any && (key === "n" || key === "p")) return jump(plan.rows, from, open, key === "n" ? 1 : -1);
    return stepFrom(plan.cells, from, key);
  }
}

function cellOf(e: Event): string {
  return (e.target as Element).getAttribute("data-place") ?? "";
}
