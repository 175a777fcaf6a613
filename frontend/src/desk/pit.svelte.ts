/** All tables as their supervisors look at them: asked for every few seconds, and when one moves. */
import { SvelteMap } from "svelte/reactivity";
import { api, answered, Refused } from "../api/http";
import type { components } from "../api/schema";
import type { TableState } from "../live/events";
import { TableMirror } from "../live/mirror.svelte";
import { session } from "../people/session.svelte";
import { Looking } from "./looking.svelte";
import { waitingAt, type Waiting } from "./waiting";

type Schemas = components["schemas"];
export type TableLine = Schemas["TableLine"];
export type ExposureShown = Schemas["Exposure"];
export type Report = Schemas["Report"];

/** More than these are looked at every few seconds alone. */
const MOST_WATCHED = 30;
const SOON_MS = 120;

export interface PitTable {
  line: TableLine;
  state: TableState | null;
  exposure: ExposureShown | null;
  rackCents: number | null;
  waits: readonly Waiting[];
}

export class Pit {
  readonly lines = new Looking(async () => (await answered(api.GET("/api/tables"))).tables);
  readonly report = new Looking(() => answered(api.GET("/api/reports")));
  readonly events = new Looking(async () => {
    const query = { from_ms: Math.max(0, Math.round(session.nowMs()) - 3_600_000), limit: 200 };
    return (await answered(api.GET("/api/significant-events", { params: { query } }))).events;
  });
  #states = new SvelteMap<number, TableState>();
  #exposures = new SvelteMap<number, ExposureShown>();
  #mirrors = new Map<number, TableMirror>();
  #soon = new Map<number, ReturnType<typeof setTimeout>>();

  tables: readonly PitTable[] = $derived.by(() => {
    const racks = new Map(
      this.report.found?.tables.map((one) => [one.table, one.closing_rack_cents]),
    );
    return (this.lines.found ?? []).map((line) => {
      const state = this.#states.get(line.table) ?? null;
      return {
        line,
        state,
        exposure: this.#exposures.get(line.table) ?? null,
        rackCents: racks.get(line.table) ?? null,
        waits: state ? waitingAt(state, line.is_held, session.nowMs()) : [],
      };
    });
  });

  async look(): Promise<void> {
    await this.lines.look();
    const lines = this.lines.found ?? [];
    this.#watch(lines);
    await Promise.all(lines.map((line) => this.#lookAt(line.table)));
  }

  close(): void {
    for (const mirror of this.#mirrors.values()) session.line.unwatch(mirror);
    for (const timer of this.#soon.values()) clearTimeout(timer);
  }

  #watch(lines: readonly TableLine[]): void {
    for (const { table } of lines.slice(0, MOST_WATCHED)) {
      if (this.#mirrors.has(table)) continue;
      const mirror = new TableMirror(table, () => session.me?.user ?? null);
      mirror.listen(({ isSnapshot }) => {
        if (!isSnapshot) this.#lookSoon(table);
      });
      this.#mirrors.set(table, mirror);
      session.line.watch(mirror);
    }
  }

  /** Much may happen at once: it is asked for when that is over. */
  #lookSoon(table: number): void {
    if (this.#soon.has(table)) return;
    const timer = setTimeout(() => {
      this.#soon.delete(table);
      void this.#lookAt(table);
    }, SOON_MS);
    this.#soon.set(table, timer);
  }

  async #lookAt(table: number): Promise<void> {
    const params = { path: { table } };
    try {
      const [state, exposure] = await Promise.all([
        answered(api.GET("/api/tables/{table}", { params })),
        answered(api.GET("/api/tables/{table}/exposure", { params })),
      ]);
      this.#states.set(table, state);
      this.#exposures.set(table, exposure);
    } catch (problem) {
      // A table that cannot be looked at keeps what was known; the list says if it is held.
      if (!(problem instanceof Refused)) throw problem;
    }
  }
}
