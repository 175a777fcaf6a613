/** All tables as their supervisors look at them: followed, and the list asked for now and then. */
import { api, answered } from "../api/http";
import type { components } from "../api/schema";
import { session } from "../people/session.svelte";
import { Followed } from "./followed.svelte";
import { Looking } from "./looking.svelte";

type Schemas = components["schemas"];
export type TableLine = Schemas["TableLine"];
export type Report = Schemas["Report"];

/** More than these are looked at every few seconds alone. */
const MOST_WATCHED = 30;
/** A table that is followed is asked for when something happens, and now and then besides. */
const BESIDES_MS = 10_000;

export interface PitTable {
  line: TableLine;
  at: Followed;
  rackCents: number | null;
}

export class Pit {
  readonly lines = new Looking(async () => {
    const { tables } = await answered(api.GET("/api/tables"));
    return tables.map((line) => ({ line, at: this.#at(line) }));
  });
  readonly report = new Looking(() => answered(api.GET("/api/reports")));
  readonly events = new Looking(async () => {
    const query = { from_ms: Math.max(0, Math.round(session.nowMs()) - 3_600_000), limit: 200 };
    return (await answered(api.GET("/api/significant-events", { params: { query } }))).events;
  });
  #followed = new Map<number, Followed>();
  #watched = new Set<number>();

  tables: readonly PitTable[] = $derived.by(() => {
    const racks = new Map(
      this.report.found?.tables.map((one) => [one.table, one.closing_rack_cents]),
    );
    return (this.lines.found ?? []).map(({ line, at }) => {
      return { line, at, rackCents: racks.get(line.table) ?? null };
    });
  });

  async look(): Promise<void> {
    await this.lines.look();
    const oldMs = Date.now() - BESIDES_MS;
    for (const { at } of this.lines.found ?? [])
      if (!this.#watched.has(at.table) || at.state.atMs <= oldMs) at.lookSoon();
  }

  close(): void {
    for (const one of [this.lines, this.report, this.events]) one.stop();
    for (const at of this.#followed.values()) at.close();
  }

  #at(line: TableLine): Followed {
    let at = this.#followed.get(line.table);
    if (!at) {
      at = new Followed(line.table);
      this.#followed.set(line.table, at);
      if (this.#watched.size < MOST_WATCHED) {
        this.#watched.add(line.table);
        at.follow();
      }
    }
    at.isHeld = line.is_held;
    return at;
  }
}
