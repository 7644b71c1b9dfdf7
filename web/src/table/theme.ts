// The colours and pictures of a game's table as custom properties of the style sheet.

import { type Role, type Table, type Theme, urlOf } from "@plygame/client";

/** named are the colours that the style sheet defines for text and for stones; other colours are made legible here. */
const named = new Set(
  "red green blue yellow gold orange purple violet brown black white grey gray silver pink cyan teal".split(" "),
);

/** tableStyle returns style declarations for the seats and the theme of a table. */
export function tableStyle(table: Table | undefined): string {
  return [roleColours(table?.roles), table?.theme ? themeColours(table.theme) : "", table ? pictures(table) : ""]
    .filter(Boolean)
    .join(" ");
}

/** roleColours returns style declarations that give seats the colours of their roles, for seatColour and stoneColour. */
export function roleColours(roles: readonly Role[] | undefined): string {
  return (roles ?? []).flatMap((r, seat) => roleColour(r.color?.toLowerCase() ?? "", seat)).join(" ");
}

function roleColour(colour: string, seat: number): string[] {
  if (named.has(colour)) return [`--seat-${seat}: var(--ink-${colour}); --stone-${seat}: var(--stone-${colour});`];
  if (!isColour(colour)) return [];
  // Text has the hue of the colour, dark enough for light pages and light enough for dark ones.
  const ink = `light-dark(oklch(from ${colour} min(l, 0.45) c h), oklch(from ${colour} max(l, 0.82) c h))`;
  return [`--seat-${seat}: ${ink}; --stone-${seat}: ${colour};`];
}

/** schemeOf is the colour scheme of a table whose felt is dark, or light, on all pages; other tables have that of the page. */
export function schemeOf(theme: Theme | undefined): "dark" | "light" | undefined {
  const all = theme?.felt?.trim().split(/\s+/).map(isDark) ?? [];
  if (!all.length || all.some((dark) => dark !== all[0])) return undefined;
  return all[0] === undefined ? undefined : all[0] ? "dark" : "light";
}

/** isDark reports whether light text is better on a colour, undefined if it is not of the form #rrggbb. */
function isDark(colour: string): boolean | undefined {
  const [red, green, blue] =
    colour
      .match(/^#(..)(..)(..)$/)
      ?.slice(1)
      .map((x) => parseInt(x, 16)) ?? [];
  return blue === undefined ? undefined : 0.3 * red! + 0.59 * green! + 0.11 * blue < 128;
}

/** isColour reports whether a text is one CSS colour and nothing else. */
export const isColour = (text: string): boolean =>
  /^(#([0-9a-f]{3}|[0-9a-f]{6})|[a-z]+|(rgb|hsl|oklch|oklab)\([0-9a-z.,%/ -]+\))$/i.test(text);

/** pair is a colour of a theme for light and dark pages, empty if it is not one. */
function pair(text: string | undefined): string {
  const all = text?.trim().match(/[^\s(]+(\([^)]*\))?/g) ?? [];
  if (all.length === 0 || all.length > 2 || !all.every(isColour)) return "";
  return all.length === 1 ? all[0] : `light-dark(${all[0]}, ${all[1]})`;
}

function themeColours({ felt, accent, cell }: Theme): string {
  const declared = (name: string, value: string) => (value ? `${name}: ${value};` : "");
  const [ground, glow, field] = [pair(felt), pair(accent), pair(cell)];
  return [
    ground && `--theme-felt: ${ground}; --felt: var(--theme-felt);`, // --theme-felt has the colour scheme of the page, not of the table
    ground &&
      "--felt-ink: oklch(from var(--felt) clamp(0.2, (0.62 - l) * 1000, 0.97) 0 0); --felt-soft: var(--felt-ink);",
    declared("--glow", glow),
    glow && "--glow-tint: color-mix(in oklab, var(--glow) 32%, var(--cell));",
    declared("--cell", field),
    field &&
      "--cell-edge: color-mix(in oklab, var(--cell) 72%, black); --tint-share: 100%; --plate: var(--cell); --hole: color-mix(in oklab, var(--felt) 92%, black);",
  ]
    .filter(Boolean)
    .join(" ");
}

function pictures(table: Table): string {
  const ground = urlOf(table, table.theme?.ground);
  return ground ? `--felt-picture: url("${ground}");` : "";
}
