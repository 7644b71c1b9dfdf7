// Attributes that Svelte's types do not know yet.

import "svelte/elements";

declare module "svelte/elements" {
  interface AriaAttributes {
    "aria-description"?: string | null | undefined;
  }
}
