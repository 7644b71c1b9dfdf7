// How much room a board has on the page.

import { untrack } from "svelte";
import type { Size } from "./boardturn";

export class BoardSize {
  /** size is known before the board is drawn, so that it is drawn only once. */
  size = $state.raw<Size | undefined>(undefined);

  private box: HTMLElement | undefined;

  /** watch is an attachment for the box of the board. */
  readonly watch = (box: HTMLElement) => {
    this.box = box;
    untrack(() => this.measure());
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(box);
    return () => observer.disconnect();
  };

  /** measure: where the page limits the height, the box is as high as the board makes it, up to there. */
  measure() {
    if (!this.box) return;
    const limit = parseFloat(getComputedStyle(this.box).maxHeight);
    const [wide, high] = [this.box.clientWidth, limit || this.box.clientHeight];
    if (wide !== this.size?.wide || high !== this.size.high) this.size = { wide, high };
  }
}
