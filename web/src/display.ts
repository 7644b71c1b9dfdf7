// How pages look, as attributes of the document for the style sheet.

import type { Display } from "./preferences.svelte";

/** show applies the theme and the display settings to the page. High contrast is also what the system asks for. */
export function show(theme: string, { text = "normal", contrast, palette, calm }: Partial<Display>): () => void {
  const root = document.documentElement;
  const more = matchMedia("(prefers-contrast: more)");
  const set = (name: string, value: string, on: boolean | undefined) => {
    if (on) root.setAttribute(`data-${name}`, value);
    else root.removeAttribute(`data-${name}`);
  };
  const apply = () => {
    set("theme", theme, theme !== "auto");
    set("text", text, text !== "normal");
    set("contrast", "more", contrast ?? more.matches);
    set("palette", "distinct", palette);
    set("motion", "none", calm);
  };
  apply();
  more.addEventListener("change", apply);
  return () => more.removeEventListener("change", apply);
}
