// Requests to the server over HTTP. Moves go over the WebSocket: match/link.ts.

import type {
  Bot,
  BotList,
  Create,
  Created,
  Done,
  GameList,
  Join,
  Joined,
  Line,
  Match,
  MatchList,
  Matches,
  Refusal,
  Sample,
  Table,
} from "./wire";
import { words } from "./words";

/** Refused is an error with a reason that can be shown to the player. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field?: string,
    /** line is the reason with its arguments, if the server sent one. */
    readonly line?: Line,
  ) {
    super(message);
  }

  /** of returns a Refused whose reason is a line. */
  static of(code: string, line?: Line): Refused {
    return new Refused(code, line?.text ?? "", undefined, line);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, {
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

const path = (...parts: string[]) => "/api/" + parts.map(encodeURIComponent).join("/");

export const api = {
  games: () => ask<GameList>("GET", "/api/games").then((a) => a.games),
  game: (game: string) => ask<MatchList>("GET", path("games", game) + "?limit=1").then((a) => a.game),
  openMatches: (limit: number) =>
    ask<Matches>("GET", `/api/matches?open=true&over=false&limit=${limit}`).then((a) => a.matches),
  sample: (game: string) => ask<Sample>("GET", path("games", game, "sample")),
  match: (game: string, match: string) => ask<Match>("GET", path("games", game, match)),
  table: (game: string, match: string) => ask<Table>("GET", path("games", game, match, "table")),
  create: (game: string, wanted: Create) => ask<Created>("POST", path("games", game, "create"), wanted),
  join: (game: string, match: string, how: Join) => ask<Joined>("POST", path("games", game, match, "join"), how),
  leave: (game: string, match: string, token: string) =>
    ask<Done>("POST", path("games", game, match, "leave"), undefined, token),
  bots: () => ask<BotList>("GET", "/api/bots"),
  bot: (game: string, match: string, host: string, seat: number, bot?: string) =>
    ask<Done>("POST", path("games", game, match, "bot"), { seat, ...(bot && { bot }) } satisfies Bot, host),
  freeSeat: (game: string, match: string, host: string, seat: number) =>
    ask<Done>("POST", path("games", game, match, "bot"), { seat, off: true } satisfies Bot, host),
  again: (game: string, match: string, token: string) =>
    ask<Created>("POST", path("games", game, match, "again"), undefined, token),
};
