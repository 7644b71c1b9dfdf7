// Parts of the page that are loaded when they are first shown, and again and again until that succeeds.

const firstPause = 500; // milliseconds until the second attempt
const longestPause = 8000;

/** failures counts the parts that could not be loaded and are being tried again. */
let failures = $state(0);

/** missing reports whether some part of the page is missing because it could not be loaded. */
export const missing = () => failures > 0;

/** Later is a part that is loaded on demand. */
export class Later<T> {
  private value = $state.raw<T>();
  private loading: Promise<T> | undefined;

  constructor(private readonly fetch: () => Promise<T>) {}

  /** load waits for the part. */
  load(): Promise<T> {
    this.loading ??= this.attempt().then((value) => (this.value = value));
    return this.loading;
  }

  /** now is the part, or undefined while it is being loaded. */
  get now(): T | undefined {
    if (!this.value) void this.load();
    return this.value;
  }

  private async attempt(): Promise<T> {
    try {
      return await this.fetch();
    } catch (e) {
      console.warn(e);
      failures++;
    }
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      await waited(pause);
      try {
        const value = await this.fetch();
        failures--;
        return value;
      } catch {
        // The page says that something is missing.
      }
    }
  }
}

/** waited waits for some time, or until the network is back. */
function waited(pause: number): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      done();
    };
    const timer = setTimeout(go, pause);
    addEventListener("online", go);
  });
}
