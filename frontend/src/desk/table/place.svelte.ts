/** One table as its supervisor has it before him: followed live, with what staff alone is told. */
import { api, answered } from "../../api/http";
import type { components } from "../../api/schema";
import type { TableEvent, TableRules, TableState } from "../../live/events";
import { TableMirror } from "../../live/mirror.svelte";
import type { CommandBody, Receipt } from "../../live/line";
import { session } from "../../people/session.svelte";
import { Looking } from "../looking.svelte";
import { names } from "../names.svelte";
import { isByHand, waitingAt, type PositionRole, type Waiting } from "../waiting";

type Schemas = components["schemas"];
export type NextStep = Schemas["NextStep"];
export type RoundList = Schemas["RoundList"];
export type Approval = Schemas["Approval"];

const SOON_MS = 100;

export class DeskPlace {
  readonly table: number;
  readonly mirror: TableMirror;
  readonly state: Looking<TableState>;
  readonly rules: Looking<TableRules>;
  readonly exposure: Looking<Schemas["Exposure"]>;
  readonly rounds: Looking<RoundList>;
  readonly report: Looking<Schemas["Report"]>;
  /** Only who has a position is told what the round waits for. */
  next: NextStep | null = $state.raw(null);

  /** The table as it was told last: live, and beside it what staff asks for. */
  shown: TableState | null = $derived.by(() => {
    const { state } = this.mirror;
    const found = this.state.found;
    if (!state || !found) return found;
    const { form, approvals, decks, rounds_since_change, decks_until_ms } = found;
    return { ...state, form, approvals, decks, rounds_since_change, decks_until_ms } as TableState;
  });
  isSupervisor: boolean = $derived.by(() => this.holds("supervisor"));
  isByHand: boolean = $derived.by(() => (this.shown ? isByHand(this.shown) : false));
  waits: readonly Waiting[] = $derived.by(() =>
    this.shown
      ? waitingAt({ ...this.shown, events: [...this.mirror.events] }, false, session.nowMs())
      : [],
  );
  back: "red" | "blue" | "green" | "black" = $derived.by(() => {
    const opened = this.mirror.events[0];
    return (opened?.event === "round_opened" && opened.back) || "red";
  });

  #timer: ReturnType<typeof setTimeout> | null = null;
  #stop: () => void = () => {};

  constructor(table: number) {
    this.table = table;
    const params = { path: { table } };
    this.mirror = new TableMirror(table, () => session.me?.user ?? null);
    this.state = new Looking(() => answered(api.GET("/api/tables/{table}", { params })));
    this.rules = new Looking(() => answered(api.GET("/api/tables/{table}/rules", { params })));
    this.exposure = new Looking(() =>
      answered(api.GET("/api/tables/{table}/exposure", { params })),
    );
    this.rounds = new Looking(() =>
      answered(
        api.GET("/api/tables/{table}/rounds", { params: { ...params, query: { limit: 50 } } }),
      ),
    );
    this.report = new Looking(() =>
      answered(api.GET("/api/reports", { params: { query: { table } } })),
    );
  }

  open(): void {
    this.#stop = this.mirror.listen(() => this.#lookSoon());
    session.line.watch(this.mirror);
    void this.rules.look();
    void this.look();
  }

  close(): void {
    this.#stop();
    session.line.unwatch(this.mirror);
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Whether it is this person who holds a position here. Names are given once in a house. */
  holds(role: PositionRole): boolean {
    return !!session.me && this.shown?.[role] === session.me.name;
  }

  async look(): Promise<void> {
    await Promise.all([
      this.state.look(),
      this.exposure.look(),
      this.rounds.look(),
      this.report.look(),
    ]);
    void names.learn([
      ...(this.shown?.approvals ?? []).map((one) => one.by),
      ...(this.shown?.form?.signed ?? []).map((one) => one.user),
    ]);
    await this.#lookForStep();
  }

  /** Tells the table something, and looks what has become of it. */
  async tell(body: CommandBody): Promise<Receipt> {
    const receipt = await session.command(this.table, body);
    await this.look();
    return receipt;
  }

  nameAt(seat: number): string | null {
    return this.shown?.seats.find((one) => one.seat === seat)?.name ?? null;
  }

  onHappening(listener: (events: readonly TableEvent[]) => void): () => void {
    return this.mirror.listen(({ events }) => listener(events));
  }

  async #lookForStep(): Promise<void> {
    if (!this.holds("dealer") && !this.holds("supervisor")) {
      this.next = null;
      return;
    }
    const params = { path: { table: this.table } };
    const asked = await api.GET("/api/tables/{table}/next-step", { params });
    this.next = asked.data ?? null;
  }

  /** Much may happen at once: it is asked for when that is over. */
  #lookSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.look();
    }, SOON_MS);
  }
}
