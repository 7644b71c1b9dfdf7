import { SvelteSet } from "svelte/reactivity";

/** failed are the addresses of pictures that could not be loaded. What they belong to is drawn as if it had no picture. */
export const failed = new SvelteSet<string>();

/** loadable is the address of a picture, empty if it could not be loaded. */
export const loadable = (url: string): string => (failed.has(url) ? "" : url);
