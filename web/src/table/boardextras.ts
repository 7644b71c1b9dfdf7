// What not every board needs, or only now and then: hints, the cells a match was won with, coordinates on cells, tips.

export { default as BoardHeat } from "./BoardHeat.svelte";
export { default as BoardNames } from "./BoardNames.svelte";
export { default as BoardWin } from "./BoardWin.svelte";
export { default as BoardLetters } from "./BoardLetters.svelte";
export { default as BoardTip } from "./BoardTip.svelte";
