// Fields for choices that are typed.

export { default as NumberPick } from "./NumberPick.svelte";
export { default as TextPick } from "./TextPick.svelte";
