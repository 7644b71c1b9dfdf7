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

/** isDark reports whether white text has more contrast on a colour than black, undefined if it is not of the form #rrggbb. */
function isDark(colour: string): boolean | undefined {
  const light = luminance(colour);
  return light === undefined ? undefined : light < middle;
}

const middle = 0.18; // the luminance on which white and black have the same contrast: that of #767676

/** luminance is how light a colour is, from 0 to 1, as WCAG defines it; undefined if it is not of the form #rgb or #rrggbb. */
function luminance(colour: string): number | undefined {
  const long = /^#...$/.test(colour) ? colour.replace(/[^#]/g, "$&$&") : colour;
  const all = /^#(..)(..)(..)$/
    .exec(long)
    ?.slice(1)
    .map((x) => parseInt(x, 16) / 255);
  const [red = NaN, green = NaN, blue = NaN] = (all ?? []).map((v) =>
    v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4,
  );
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return Number.isNaN(light) ? undefined : light;
}

/** Ink limits the lightness and the chroma of seats' names on a felt, so that they can be read; with a chroma of 0 they are black or white. */
export interface Ink {
  low: number;
  high: number;
  chroma: number;
}

const anyInk: Ink = { low: 0, high: 1, chroma: 0.4 };

/** inkOn returns which names can be read on all these felts: with a contrast of at least 4.5, and some to spare for tinted areas. */
export function inkOn(felts: readonly string[]): Ink {
  const needed = 4.5 * 1.1;
  const all = felts.flatMap((felt): Ink[] => {
    const light = luminance(felt);
    if (light === undefined) return [];
    if (light < middle) {
      const low = Math.cbrt(needed * (light + 0.05) - 0.05); // the lightness of a grey is the cube root of its luminance
      return [low > 0.93 ? { low: 1, high: 1, chroma: 0 } : { low, high: 1, chroma: Math.max(0.03, (1 - low) / 2) }];
    }
    const high = Math.cbrt(Math.max(0, (light + 0.05) / needed - 0.05));
    return [high < 0.3 ? { low: 0, high: 0.12, chroma: 0 } : { low: 0, high, chroma: high * 0.22 }];
  });
  const low = Math.max(0, ...all.map((i) => i.low));
  const high = Math.max(low, Math.min(1, ...all.map((i) => i.high)));
  return { low, high, chroma: Math.min(anyInk.chroma, ...all.map((i) => i.chroma)) };
}

/** inkColours are the limits for names on light and dark pages as custom properties of the style sheet. */
function inkColours(theme: Theme): string[] {
  const felts = theme.felt?.trim().split(/\s+/) ?? [];
  const scheme = schemeOf(theme);
  const on = (page: "light" | "dark") => inkOn(scheme ? felts : felts.slice(page === "light" ? 0 : -1).slice(0, 1));
  return (["light", "dark"] as const).flatMap((page) => {
    const { low, high, chroma } = on(page);
    const round = (n: number) => Math.round(n * 1000) / 1000;
    return [`--${page}-low: ${round(low)}; --${page}-high: ${round(high)}; --${page}-chroma: ${round(chroma)};`];
  });
}

/** isColour reports whether a text is one CSS colour and nothing else. */
export const isColour = (text: string): boolean =>
  /^(#([0-9a-f]{3}|[0-9a-f]{6})|[a-z]+|(rgb|hsl|oklch|oklab)\([0-9a-z.,%/ -]+\))$/i.test(text);

const coloursIn = (text: string | undefined): string[] => text?.trim().match(/[^\s(]+(\([^)]*\))?/g) ?? [];

/** pair is a colour of a theme for light and dark pages, empty if it is not one. */
function pair(text: string | undefined): string {
  const all = coloursIn(text);
  if (all.length === 0 || all.length > 2 || !all.every(isColour)) return "";
  return all.length === 1 ? all[0]! : `light-dark(${all[0]}, ${all[1]})`;
}

function themeColours({ felt, accent, cell }: Theme): string {
  const declared = (name: string, value: string) => (value ? `${name}: ${value};` : "");
  const [ground, glow, field] = [pair(felt), pair(accent), pair(cell)];
  return [
    ground && `--theme-felt: ${ground}; --felt: var(--theme-felt);`, // --theme-felt has the colour scheme of the page, not of the table
    ground &&
      "--felt-ink: oklch(from var(--felt) clamp(0.12, (0.567 - l) * 1000, 1) 0 0); --felt-soft: var(--felt-ink);",
    ...(ground ? inkColours({ felt: felt! }) : []),
    declared("--glow", glow),
    ...(glow ? accents(accent!) : []),
    glow && "--glow-tint: color-mix(in oklab, var(--glow) 32%, var(--cell));",
    declared("--cell", field),
    field &&
      "--cell-edge: color-mix(in oklab, var(--cell) 72%, black); --tint-share: 100%; --plate: var(--cell); --hole: color-mix(in oklab, var(--felt) 92%, black);",
  ]
    .filter(Boolean)
    .join(" ");
}

/** accents are the colours of buttons, frames and the player to act: the accent, dark enough for light pages and light enough for dark ones. */
function accents(accent: string): string[] {
  const [light, dark] = coloursIn(accent);
  return [
    `--accent: light-dark(oklch(from ${light} min(l, 0.48) c h), oklch(from ${dark ?? light} max(l, 0.8) c h));`,
    "--tint: light-dark(color-mix(in oklab, var(--accent) 12%, #ffffff), color-mix(in oklab, var(--accent) 22%, #1e2128));",
  ];
}

function pictures(table: Table): string {
  const ground = urlOf(table, table.theme?.ground);
  return ground ? `--felt-picture: url("${ground}");` : "";
}
