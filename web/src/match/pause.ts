// A pause, so that something can be seen before it goes on. It can be cut short.

const long = 900; // milliseconds

export class Pause {
  private skipped = false;
  private end = () => {};

  /** begin says that a pause is to come: from now on it can be skipped. */
  begin() {
    this.skipped = false;
  }

  async wait(): Promise<void> {
    if (this.skipped) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, long);
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
