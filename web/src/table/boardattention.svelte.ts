// The hovered and focused cells of a board, and the tip shown there.

const patience = 250; // milliseconds until a tip appears under a resting pointer

export class Attention {
  /** visited is the last cell that had the focus; the tab key returns to it. */
  visited = $state("");
  /** focused is the cell with the visible keyboard focus. */
  focused = $state("");
  hovered = $state("");
  /** noted is the cell that shows a tip, and its box on the screen. */
  noted = $state.raw<{ name: string; box: DOMRect } | undefined>(undefined);

  private timer: ReturnType<typeof setTimeout> | undefined;

  note(name: string, cell: Element | undefined) {
    this.hush();
    if (cell) this.noted = { name, box: cell.getBoundingClientRect() };
  }

  noteSoon(name: string, cell: Element | undefined) {
    this.hush();
    this.timer = setTimeout(() => this.note(name, cell), patience);
  }

  hush() {
    clearTimeout(this.timer);
    if (this.noted) this.noted = undefined;
  }
}
