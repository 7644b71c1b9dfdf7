/** addresses of pictures that could not be loaded. What they belong to is drawn as if it had no picture. */
let failed = $state.raw<ReadonlySet<string>>(new Set());

/** fail remembers a picture that could not be loaded. */
export const fail = (url: string) => (failed = new Set([...failed, url]));

/** loadable is the address of a picture, empty if it could not be loaded. */
export const loadable = (url: string): string => (failed.has(url) ? "" : url);
