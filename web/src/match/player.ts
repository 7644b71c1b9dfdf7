// What only players need, not spectators: one file, so that it is loaded in one request.

export { Hands } from "./hands";
export { default as Panel } from "./Panel.svelte";
export { default as Requests } from "./Requests.svelte";
