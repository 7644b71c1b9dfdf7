// The server that this page comes from.

import { Server } from "@plygame/client";

/** base is the path below which the server is, such as /ply; usually it is empty. */
export const base = (document.documentElement.dataset["base"] ?? "").replace(/\.?\/$/, "");

export const api = new Server(base);
