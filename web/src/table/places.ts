// How places that are not boards are drawn; a game of boards only does not need it.

import { Later } from "../later.svelte";

export const spots = new Later(() => import("./Spot.svelte"));
