// Parts of the table that many games, or most moments, do not need.

import { Later } from "../later.svelte";

export const spots = new Later(() => import("./places")); // places that are not boards
export const boardView = new Later(() => import("./Board.svelte"));
export const areaView = new Later(() => import("./SeatArea.svelte")); // what seats have on the table
export const cardView = new Later(() => import("./Card.svelte"));
export const trackView = new Later(() => import("./Track.svelte")); // few games have one
export const extras = new Later(() => import("./boardextras"));
