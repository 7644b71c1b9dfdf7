// Parts of the table that many games, or most moments, do not need.

import { Later } from "../later.svelte";

export const spots = new Later(() => import("./Spot.svelte")); // places that are not boards
export const trackView = new Later(() => import("./Track.svelte")); // few games have one
export const extras = new Later(() => import("./boardextras"));
