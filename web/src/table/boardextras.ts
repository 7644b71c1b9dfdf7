// What is drawn over a board only now and then: hints, the cells a match was won with, names of enlarged cells.

export { default as BoardHeat } from "./BoardHeat.svelte";
export { default as BoardNames } from "./BoardNames.svelte";
export { default as BoardWin } from "./BoardWin.svelte";
