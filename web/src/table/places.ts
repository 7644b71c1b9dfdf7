// Places that are not boards.

export { default } from "./Spot.svelte";
export { default as Slots } from "./Slots.svelte";
export { default as Trick } from "./Trick.svelte";
