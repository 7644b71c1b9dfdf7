// Where the pointer and the keys are on a board, and the note that is shown there.

const patience = 250; // milliseconds until a note shows under a resting pointer

export class Attention {
  /** visited is the last cell that had the focus: the tab key leads back to it. */
  visited = $state("");
  /** focused is the cell that the keys are on. */
  focused = $state("");
  hovered = $state("");
  /** noted is the cell that has a note, and where it is on the screen. */
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
