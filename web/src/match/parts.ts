// Parts of the page of a match that a first view may not need.

import { Later } from "../later.svelte";

export const parts = {
  player: new Later(() => import("./player")),
  join: new Later(() => import("./JoinForm.svelte")),
  result: new Later(() => import("./result")),
  invite: new Later(() => import("./Invite.svelte")),
  author: new Later(() => import("./AuthorTable.svelte")),
  fields: new Later(() => import("./fields")),
  dialogs: new Later(() => import("./dialogs")),
};
