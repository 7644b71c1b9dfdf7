// Parts of the page that a first view may not need. They are loaded when they are first shown.

/** Later is a part that is loaded on demand. */
export class Later<T> {
  private value = $state.raw<T>();
  private loading: Promise<T> | undefined;

  constructor(private readonly fetch: () => Promise<T>) {}

  /** load waits for the part. After a failure, the next call tries again. */
  load(): Promise<T> {
    this.loading ??= this.fetch().then(
      (value) => (this.value = value),
      (e: unknown) => {
        this.loading = undefined;
        throw e;
      },
    );
    return this.loading;
  }

  /** now is the part, or undefined while it is being loaded. */
  get now(): T | undefined {
    if (!this.value) this.load().catch((e: unknown) => console.warn(e));
    return this.value;
  }
}

export const parts = {
  player: new Later(() => import("./player")),
  result: new Later(() => import("./Result.svelte")),
  invite: new Later(() => import("./Invite.svelte")),
  author: new Later(() => import("./AuthorTable.svelte")),
};
