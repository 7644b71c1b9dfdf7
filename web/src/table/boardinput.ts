// Mouse, touch and keyboard input on a board.

import type { Attention } from "./boardattention.svelte";
import { jump, stepFrom } from "./boardkeys";
import type { Marks } from "./boardmarks";
import type { Plan } from "./boardplan";
import type { Choices } from "./choices";
import type { Cell } from "./geometry";

/** Sight is the current state of the board. */
interface Sight {
  readonly plan: Plan;
  readonly marks: Marks;
  readonly choices: Choices;
  /** cell returns the element of a cell. */
  cell(name: string): SVGElement | undefined;
}

export class BoardInput {
  private pointer = "mouse";

  constructor(
    private readonly sight: Sight,
    private readonly attention: Attention,
  ) {}

  /** puzzling reports whether a cell has a tip: what is on it, or why it cannot be chosen. */
  puzzling(name: string): boolean {
    const { choices, marks } = this.sight;
    if (marks.at.get(name)?.about) return true;
    return choices.any ? marks.at.get(name)?.target === "" : marks.at.has(name) && choices.why("") !== "";
  }

  private choose(name: string, by: "mouse" | "touch" | "key") {
    const { choices, marks } = this.sight;
    const target = marks.at.get(name)?.target;
    if (this.puzzling(name)) this.attention.note(name, this.sight.cell(name));
    else this.attention.hush();
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
    if (this.puzzling(name)) this.attention.noteSoon(name, this.sight.cell(name));
    else this.attention.hush();
  };

  readonly onpointerleave = () => {
    this.attention.hovered = "";
    this.attention.hush();
  };

  readonly onfocusin = (e: FocusEvent) => {
    const name = cellOf(e);
    this.attention.visited = name;
    if (!(e.target as Element).matches(":focus-visible")) return;
    this.attention.focused = name;
    if (this.puzzling(name)) this.attention.note(name, this.sight.cell(name));
  };

  readonly onfocusout = () => {
    this.attention.focused = "";
    this.attention.hush();
  };

  readonly onkeydown = (e: KeyboardEvent) => {
    const from = this.sight.plan.at.get(cellOf(e));
    if (!from || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === "Escape") return this.attention.hush();
    const chooses = e.key === "Enter" || e.key === " ";
    const to = chooses ? undefined : this.lead(from, e.key);
    if (!chooses && !to) return;
    e.preventDefault();
    if (to) this.sight.cell(to.name)?.focus();
    else if (!e.repeat) this.choose(from.name, "key");
  };

  private lead(from: Cell, key: string): Cell | undefined {
    const { plan, marks, choices } = this.sight;
    const open = (name: string) => marks.at.get(name)?.state === "open";
    if (choices.any && (key === "n" || key === "p")) return jump(plan.rows, from, open, key === "n" ? 1 : -1);
    return stepFrom(plan.cells, from, key);
  }
}

function cellOf(e: Event): string {
  return (e.target as Element).getAttribute("data-place") ?? "";
}
