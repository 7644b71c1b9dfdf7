// The current page of the client, from the address.

import { tick } from "svelte";
import { base } from "./api";

export type Route =
  { page: "home" } | { page: "game"; game: string } | { page: "match"; game: string; match: string } | { page: "lost" };

function read(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (parts.length === 0) return { page: "home" };
  if (parts[0] !== "games" || parts.length > 3) return { page: "lost" };
  const [, game, match] = parts;
  if (!game) return { page: "home" };
  return match ? { page: "match", game, match } : { page: "game", game };
}

function here(): Route {
  try {
    return read(location.pathname.slice(base.length));
  } catch {
    return { page: "lost" }; // the address cannot be decoded
  }
}

class Router {
  route = $state.raw<Route>(here());

  constructor() {
    addEventListener("popstate", () => (this.route = here()));
    document.addEventListener("click", (e) => this.follow(e));
  }

  /** follow opens links to pages of the client without reloading. */
  private follow(e: MouseEvent) {
    const link = e.target instanceof Element && e.target.closest("a");
    if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    if (
      link.target ||
      link.hasAttribute("download") ||
      link.origin !== location.origin ||
      link.pathname.startsWith(base + "/api/") ||
      !link.pathname.startsWith(base + "/")
    )
      return;
    e.preventDefault();
    if (link.hash && link.pathname === location.pathname) document.getElementById(link.hash.slice(1))?.focus();
    else this.go(link.pathname);
  }

  go(path: string) {
    if (path !== location.pathname) history.pushState(null, "", path);
    this.route = here();
    scrollTo(0, 0);
    // Keyboard and screen reader users continue at the start of the new page.
    void tick().then(() => document.getElementById("content")?.focus({ preventScroll: true }));
  }
}

export const router = new Router();

export const homePath = base + "/";
export const gamePath = (game: string) => `${base}/games/${encodeURIComponent(game)}`;
export const matchPath = (game: string, match: string) => `${gamePath(game)}/${encodeURIComponent(match)}`;
