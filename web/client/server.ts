// A server: its requests over HTTP. Moves go over the WebSocket: link.ts.

import type {
  Bot,
  BotList,
  Create,
  Created,
  Done,
  GameList,
  Join,
  Joined,
  Match as Listed,
  MatchList,
  Matches,
  Refusal,
  Renewed,
  Sample,
  Table,
} from "./wire.js";
import { Refused } from "./refused.js";
import { words } from "./words.js";

/** Server is a server of Ply. Its methods make the requests of docs/protocol.md; a refusal rejects with Refused. */
export class Server {
  /** url is the address of the server, such as http://localhost:8080, or its path on the host that this page comes from; "" is that host itself. */
  readonly url: string;

  constructor(url = "") {
    this.url = url.replace(/\/$/, "");
  }

  /** socket is the address of its WebSocket. */
  get socket(): string {
    return new URL(this.url + "/api/play", (globalThis as { location?: { href: string } }).location?.href).href.replace(
      /^http/,
      "ws",
    );
  }

  games = () => this.ask<GameList>("GET", "/api/games").then((a) => a.games);
  game = (game: string) => this.ask<MatchList>("GET", path("games", game) + "?limit=1").then((a) => a.game);
  openMatches = (limit: number) =>
    this.ask<Matches>("GET", `/api/matches?open=true&over=false&limit=${limit}`).then((a) => a.matches);
  sample = (game: string) => this.ask<Sample>("GET", path("games", game, "sample"));
  match = (game: string, match: string) => this.ask<Listed>("GET", path("games", game, match));
  table = (game: string, match: string) => this.ask<Table>("GET", path("games", game, match, "table"));
  create = (game: string, wanted: Create) => this.ask<Created>("POST", path("games", game, "create"), wanted);
  join = (game: string, match: string, how: Join) => this.ask<Joined>("POST", path("games", game, match, "join"), how);
  leave = (game: string, match: string, token: string) =>
    this.ask<Done>("POST", path("games", game, match, "leave"), undefined, token);
  bots = () => this.ask<BotList>("GET", "/api/bots");
  bot = (game: string, match: string, host: string, seat: number, bot?: string) =>
    this.ask<Done>("POST", path("games", game, match, "bot"), { seat, ...(bot && { bot }) } satisfies Bot, host);
  freeSeat = (game: string, match: string, host: string, seat: number) =>
    this.ask<Done>("POST", path("games", game, match, "bot"), { seat, off: true } satisfies Bot, host);
  /** renew returns the token that replaces the given one, which stays valid until the new one is used. Renewing a new token uses it. */
  renew = (game: string, match: string, token: string) =>
    this.ask<Renewed>("POST", path("games", game, match, "renew"), undefined, token).then((a) => a.token);
  again = (game: string, match: string, token: string) =>
    this.ask<Created>("POST", path("games", game, match, "again"), undefined, token);

  private async ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (token) headers["Authorization"] = `Bearer ${token}`;
    let answer: Response;
    try {
      answer = await fetch(this.url + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        cache: "no-store",
      });
    } catch {
      throw new Refused("unreachable", words.unreachable);
    }
    const said: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && said !== undefined) return said as T;
    const refusal = (said as { refusal?: Refusal } | undefined)?.refusal;
    throw new Refused(
      refusal?.code ?? "unreachable",
      words.refused[refusal?.code ?? ""] ?? refusal?.why ?? words.unreachable,
      refusal?.field,
    );
  }
}

const path = (...parts: string[]) => "/api/" + parts.map(encodeURIComponent).join("/");
