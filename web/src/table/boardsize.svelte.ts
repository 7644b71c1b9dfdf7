// The space that a board has on the page.

import { untrack } from "svelte";
import type { Size } from "./boardturn";

export class BoardSize {
  /** size is known before the first drawing, so that the board is drawn only once. */
  size = $state.raw<Size | undefined>(undefined);

  private box: HTMLElement | undefined;

  /** watch is an attachment for the element that contains the board. */
  readonly watch = (box: HTMLElement) => {
    this.box = box;
    untrack(() => this.measure());
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(box);
    return () => observer.disconnect();
  };

  /** measure reads the available size. The height of the box follows the board, so its maximum height counts if it has one. The buttons for zooming
   * take some of it. */
  measure() {
    if (!this.box) return;
    const limit = parseFloat(getComputedStyle(this.box).maxHeight);
    const buttons = this.box.querySelector(".zoom")?.clientHeight ?? 0;
    const [wide, high] = [this.box.clientWidth, (limit || this.box.clientHeight) - buttons];
    if (wide !== this.size?.wide || high !== this.size.high) this.size = { wide, high };
  }
}
