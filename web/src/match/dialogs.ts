// What the page of a match asks or shows now and then, in one file.

export { default as ConfirmDialog } from "./ConfirmDialog.svelte";
export { default as Sheet } from "./Sheet.svelte";
export { default as UndoRequest } from "./UndoRequest.svelte";
