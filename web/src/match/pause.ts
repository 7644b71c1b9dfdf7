// A pause that gives players time to see something. It can be skipped.

const duration = 900; // milliseconds

export class Pause {
  private skipped = false;
  private end = () => {};

  /** begin announces a pause: from now on it can be skipped. */
  begin() {
    this.skipped = false;
  }

  async wait(): Promise<void> {
    if (this.skipped) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, duration);
      this.end = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  skip() {
    this.skipped = true;
    this.end();
  }
}
