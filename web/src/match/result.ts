// What the page of a match needs when the match is over.

export { default as Celebration } from "./Celebration.svelte";
export { default as Result } from "./Result.svelte";
