// A list that follows its end until its reader scrolls back.

const near = 30; // pixels from the end that still count as the end

/** Following tracks whether a list follows its end. The page also scrolls the list when it changes size; only the reader stops it. */
export class Following {
  on = true;
  private byHand = false; // the reader has done something that scrolls back
  private top = 0; // where the list was

  /** moved records whether an action of the reader scrolls back. */
  moved(back: boolean) {
    this.byHand ||= back;
  }

  /** put records where the page scrolled the list. Its event comes later, perhaps after a key of the reader. */
  put(top: number) {
    this.top = top;
  }

  /** scrolled takes the position of the list, and its distance from the end. */
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
