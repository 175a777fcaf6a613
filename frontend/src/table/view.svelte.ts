/** All that the page of one table knows, for the parts of the page. */
import { getContext, setContext } from "svelte";
import { api, answered, Refused } from "../api/http";
import type { TableRules } from "../live/events";
import { TableMirror } from "../live/mirror.svelte";
import { Stage } from "../live/stage.svelte";
import { session } from "../people/session.svelte";
import { Betting } from "./betting.svelte";

const KEY = Symbol("table");
/** What another try may mend. */
const PASSING: ReadonlySet<string> = new Set([
  "too_many_requests",
  "house_unavailable",
  "unreachable",
]);

export class TableView {
  readonly table: number;
  readonly mirror: TableMirror;
  readonly stage: Stage;
  rules: TableRules | null = $state.raw(null);
  /** The chip that is put down by a touch, in cents. */
  chipCents = $state(500);
  /** Which of the player's seats is played with. */
  #chosen: number | null = $state(null);
  #bettings = new Map<number, Betting>();
  refusal: Refused | null = $state.raw(null);
  #isClosed = false;

  own = $derived.by(() => this.mirror.own);
  seat = $derived.by(() => {
    // A seat that is asked comes first: its clock runs.
    const asked = this.own.filter((seat) => this.stage.layout.asked[seat]?.options.length);
    if (this.#chosen !== null && this.own.includes(this.#chosen)) {
      if (!asked.length || asked.includes(this.#chosen)) return this.#chosen;
    }
    return asked[0] ?? this.own[0] ?? null;
  });
  betting = $derived.by(() => (this.seat === null ? null : this.bettingOf(this.seat)));
  /** Whether the player may put down chips now. */
  takesBets = $derived.by(() => this.mirror.takesBets && this.own.length > 0);
  game = $derived.by(() => this.mirror.state?.settings.game ?? "");
  asked = $derived.by(() => {
    if (this.seat === null) return null;
    const asked = this.stage.layout.asked[this.seat];
    return asked?.options.length ? asked : null;
  });

  /** What the options of the last question were called. */
  labels = $derived.by(() => {
    for (const event of this.stage.events.toReversed())
      if (event.event === "decision_asked")
        for (const one of event.asked)
          if (one.seat === this.seat)
            return new Map(one.options.map((option) => [option.name, option.label]));
    return new Map<string, string>();
  });

  constructor(table: number) {
    this.table = table;
    this.mirror = new TableMirror(table, () => session.me?.user ?? null);
    this.stage = new Stage(this.mirror);
    this.mirror.listen(() => {
      for (const seat of this.own) this.bettingOf(seat).takeUp();
    });
  }

  async open(): Promise<void> {
    session.line.watch(this.mirror);
    const params = { path: { table: this.table } };
    while (!this.#isClosed && !this.rules) {
      try {
        this.rules = await answered(api.GET("/api/tables/{table}/rules", { params }));
      } catch (problem) {
        if (!(problem instanceof Refused)) throw problem;
        if (!PASSING.has(problem.code)) {
          this.refusal = problem;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 1000 * (problem.waitS ?? 1.5)));
      }
    }
    const limits = (this.rules?.wagers ?? []).flatMap((one) => (one.limit ? [one.limit] : []));
    const least = Math.min(...limits.map((one) => one.minimum_cents));
    if (Number.isFinite(least)) this.chipCents = Math.max(least, 500);
  }

  close(): void {
    this.#isClosed = true;
    session.line.unwatch(this.mirror);
    this.stage.close();
  }

  choose(seat: number): void {
    this.#chosen = seat;
  }

  bettingOf(seat: number): Betting {
    let found = this.#bettings.get(seat);
    if (!found) {
      found = new Betting(seat, this.mirror, () => this.rules);
      this.#bettings.set(seat, found);
    }
    return found;
  }

  share(): this {
    setContext(KEY, this);
    return this;
  }
}

export function tableView(): TableView {
  return getContext<TableView>(KEY);
}
