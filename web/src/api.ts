// The server that this page comes from.

import { Server } from "@plygame/client";

export const api = new Server();
