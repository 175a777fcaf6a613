/** What can be asked of the mathematics of the house. Each is kept by what it is asked of. */
import { answered, api, refusalOf } from "../api/http";
import { keep, type Asked } from "./kept.svelte";
import type { Body } from "./settings";
import type { Audit, Edge, FiguresTable, Game, GameId, Readings, Rules, Study } from "./types";
import { worked, type Progress } from "./work";

const NOTHING: Body = { readings: {}, pay_tables: {} };

/** Bodies that mean the same have the same key, in whatever order they were put together. */
function keyOf(kind: string, game: string, body: unknown = null): string {
  const sorted = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return `${kind} ${game} ${sorted}`;
}

export function askGames(): Asked<readonly Game[]> {
  return keep("games", async () => (await answered(api.GET("/api/games"))).games);
}

export function askRules(game: GameId): Asked<Rules> {
  const params = { path: { game } };
  return keep(keyOf("rules", game), () => answered(api.GET("/api/games/{game}/rules", { params })));
}

export function askStudy(game: GameId, body: Body = NOTHING): Asked<Study> {
  const params = { path: { game } };
  return keep(keyOf("study", game, body), (told, signal) =>
    worked(() => answered(api.POST("/api/games/{game}/worth", { params, body })), told, signal),
  );
}

export function askEdge(game: GameId, bet: string, body: Body = NOTHING): Asked<Edge> {
  const params = { path: { game } };
  const asked = { ...body, bet };
  return keep(keyOf("edge", game, asked), (told, signal) =>
    inTurn(() =>
      worked(
        () => answered(api.POST("/api/games/{game}/edge", { params, body: asked })),
        told,
        signal,
      ),
    ),
  );
}

const MOST_AT_ONCE = 4;
let askedNow = 0;
const waiting: (() => void)[] = [];

/** Not too many at once: the house refuses who asks for many things together. */
async function inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
  if (askedNow >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else askedNow += 1;
  try {
    return await ask();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else askedNow -= 1;
  }
}

export function askReadings(game: GameId, body: Body = NOTHING): Asked<Readings> {
  const params = { path: { game } };
  return keep(keyOf("readings", game, body), (told, signal) =>
    worked(() => answered(api.POST("/api/games/{game}/readings", { params, body })), told, signal),
  );
}

export function askAudit(game: GameId, readings: Record<string, string> = {}): Asked<Audit> {
  const params = { path: { game } };
  const body = { readings };
  return keep(keyOf("audit", game, body), (told, signal) =>
    worked(() => answered(api.POST("/api/games/{game}/audit", { params, body })), told, signal),
  );
}

export function askHands(game: GameId): Asked<FiguresTable> {
  const params = { path: { game } };
  return keep(keyOf("hands", game), (told, signal) =>
    worked(() => answered(api.GET("/api/games/{game}/hands", { params })), told, signal),
  );
}

export type Format = "pdf" | "html";

interface Unfinished {
  state: "waiting" | "working";
  progress: Progress | null;
}

/** The math report as a file: `api` reads JSON alone, and this is a file or word of how far it is. */
export function askReport(game: GameId, format: Format): Asked<Blob> {
  return keep(keyOf("report", game, format), (told, signal) =>
    worked(
      async () => {
        const response = await fetch(`/api/games/${game}/report?format=${format}`, { signal });
        if (response.status === 200) {
          return { state: "done" as const, progress: null, result: await response.blob() };
        }
        const body: unknown = await response.json();
        if (!response.ok) throw refusalOf(body, response);
        return { ...(body as Unfinished), result: null };
      },
      told,
      signal,
    ),
  );
}
