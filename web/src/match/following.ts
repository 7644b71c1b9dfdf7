// A list that follows its end until its reader scrolls back.

const near = 30; // pixels: so close to the end is at the end

/** Following knows whether a list shows its end. Lists also scroll when they or what is beside them grow; only the reader ends it. */
export class Following {
  on = true;
  private byHand = false; // the reader has done something that scrolls back
  private top = 0; // where the list was

  /** moved says whether what the reader does scrolls back. */
  moved(back: boolean) {
    this.byHand ||= back;
  }

  /** put says where the list was put. The event for that comes later, perhaps after the reader has pressed a key. */
  put(top: number) {
    this.top = top;
  }

  /** scrolled says where the list is, and how far from its end. */
  scrolled(top: number, left: number) {
    if (top === this.top) return;
    const back = top < this.top;
    this.top = top;
    if (left <= near && !back) {
      this.on = true;
      this.byHand = false;
    } else if (left > near && back && this.byHand) this.on = false;
  }
}
