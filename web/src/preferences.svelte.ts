// What the browser stores between visits: the player's name, how pages look, and the tokens of seats and hosts. Never the position of a game.

import { base } from "./api";

/** Access is what the player holds in a match: a seat, the host's rights, or both. */
export interface Access {
  game: string;
  seat?: number;
  token?: string;
  host?: string;
  at: number; // when it was last used
}

/** Display is how pages look, besides the theme. */
export interface Display {
  text: "normal" | "large" | "larger";
  contrast: boolean; // more of it
  palette: boolean; // seat colours that colour-blind players can tell apart
  four: boolean; // clubs and diamonds have colours of their own
  calm: boolean; // nothing moves
}

const matchesKey = "ply.matches" + base; // servers below different paths of one host do not mix theirs
const maxMatches = 200; // older ones are forgotten

function load<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? fallback;
  } catch {
    return fallback; // unreadable, or storage is disabled
  }
}

class Preferences {
  name = $state(load("ply.name", ""));
  theme = $state<"auto" | "light" | "dark">(load("ply.theme", "auto"));
  /** lists opens the lists of choices that are also on the table. */
  lists = $state(load("ply.lists", false));
  /** order is how the player's own hands are sorted: by a Part, as dealt, or in the default order. */
  order = $state(load("ply.order", ""));
  display = $state.raw<Partial<Display>>(load("ply.display", {}));
  matches = $state.raw<Record<string, Access>>(load(matchesKey, {}));

  constructor() {
    addEventListener("storage", (e) => {
      if (e.key === matchesKey || e.key === null) this.matches = load(matchesKey, {});
      if (e.key === "ply.name") this.name = load("ply.name", "");
      if (e.key === "ply.theme") this.theme = load("ply.theme", "auto");
      if (e.key === "ply.display") this.display = load("ply.display", {});
    });
  }

  private save(key: string, value: unknown) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without storage, preferences last as long as the page.
    }
  }

  setName(name: string) {
    this.name = name;
    this.save("ply.name", name);
  }

  setTheme(theme: Preferences["theme"]) {
    this.theme = theme;
    this.save("ply.theme", theme);
  }

  setLists(open: boolean) {
    if (open === this.lists) return;
    this.lists = open;
    this.save("ply.lists", open);
  }

  setOrder(by: string) {
    this.order = by;
    this.save("ply.order", by);
  }

  setDisplay(change: Partial<Display>) {
    this.display = { ...this.display, ...change };
    this.save("ply.display", this.display);
  }

  /** still reports whether nothing should move, by the player's choice or that of their system. */
  get still() {
    return this.display.calm === true || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** remember adds to what is stored about a match; fields that are undefined are removed. */
  remember(match: string, held: Partial<Access> & { game: string }) {
    const all = { ...load<Record<string, Access>>(matchesKey, this.matches) };
    all[match] = { ...all[match], ...held, at: Date.now() };
    const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at);
    this.matches = Object.fromEntries(newest.slice(0, maxMatches));
    this.save(matchesKey, this.matches);
  }

  forget(match: string) {
    const { [match]: _, ...rest } = load<Record<string, Access>>(matchesKey, this.matches);
    this.matches = rest;
    this.save(matchesKey, rest);
  }
}

export const preferences = new Preferences();
