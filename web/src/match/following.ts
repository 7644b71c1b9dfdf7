// A list that stays scrolled to its end until the reader scrolls back.

const tolerance = 30; // pixels from the end that count as the end

/** Following tracks whether a list follows its end. The page also scrolls the list when its size changes; only the reader stops it. */
export class Following {
  on = true;
  private byHand = false; // the reader's last action scrolls back
  private top = 0; // the last scroll position

  /** readerActed records whether the reader's action scrolls back. */
  readerActed(back: boolean) {
    this.byHand ||= back;
  }

  /** pageScrolled records where the page scrolled the list. The scroll event comes later, perhaps after a key press of the reader. */
  pageScrolled(top: number) {
    this.top = top;
  }

  /** scrolled takes the scroll position of the list and its distance from the end. */
  scrolled(top: number, left: number) {
    if (top === this.top) return;
    const back = top < this.top;
    this.top = top;
    if (left <= tolerance && !back) {
      this.on = true;
      this.byHand = false;
    } else if (left > tolerance && back && this.byHand) this.on = false;
  }
}
