// The hovered and focused cells of a board, and the tip shown there.

const tipDelay = 250; // milliseconds until a tip appears under a resting pointer

export class Attention {
  /** visited is the last cell that had the focus; the tab key returns to it. */
  visited = $state("");
  /** focused is the cell with the visible keyboard focus. */
  focused = $state("");
  hovered = $state("");
  /** tip is the cell that shows a tip, and its box on the screen. */
  tip = $state.raw<{ name: string; box: DOMRect } | undefined>(undefined);

  private timer: ReturnType<typeof setTimeout> | undefined;

  showTip(name: string, cell: Element | undefined) {
    this.hideTip();
    if (cell) this.tip = { name, box: cell.getBoundingClientRect() };
  }

  showTipSoon(name: string, cell: Element | undefined) {
    this.hideTip();
    this.timer = setTimeout(() => this.showTip(name, cell), tipDelay);
  }

  hideTip() {
    clearTimeout(this.timer);
    if (this.tip) this.tip = undefined;
  }
}
