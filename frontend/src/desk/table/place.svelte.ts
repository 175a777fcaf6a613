/** One table as its supervisor has it before him: followed live, with what staff alone is told. */
import { api, answered } from "../../api/http";
import type { components } from "../../api/schema";
import type { TableEvent, TableRules, TableState } from "../../live/events";
import type { CommandBody, Receipt } from "../../live/line";
import type { Told } from "../../live/mirror.svelte";
import { session } from "../../people/session.svelte";
import { endsRound, Followed, PACE_MS } from "../followed.svelte";
import { Looking } from "../looking.svelte";
import { names } from "../names.svelte";
import { isByHand, type PositionRole } from "../waiting";

type Schemas = components["schemas"];
export type NextStep = Schemas["NextStep"];
export type RoundList = Schemas["RoundList"];
export type Approval = Schemas["Approval"];

export class DeskPlace extends Followed {
  readonly rules: Looking<TableRules>;
  readonly rounds: Looking<RoundList>;
  readonly report: Looking<Schemas["Report"]>;
  readonly #step: Looking<NextStep | null>;

  /** Only who has a position is told what the round waits for. */
  next: NextStep | null = $derived.by(() => this.#step.found);
  isSupervisor: boolean = $derived.by(() => this.holds("supervisor"));
  isByHand: boolean = $derived.by(() => (this.shown ? isByHand(this.shown) : false));
  back: "red" | "blue" | "green" | "black" = $derived.by(() => {
    const opened = this.mirror.events[0];
    return (opened?.event === "round_opened" && opened.back) || "red";
  });

  constructor(table: number) {
    super(table);
    const params = { path: { table } };
    this.rules = new Looking(() => answered(api.GET("/api/tables/{table}/rules", { params })));
    this.rounds = new Looking(
      () =>
        answered(
          api.GET("/api/tables/{table}/rounds", { params: { ...params, query: { limit: 50 } } }),
        ),
      PACE_MS,
    );
    this.report = new Looking(
      () => answered(api.GET("/api/reports", { params: { query: { table } } })),
      PACE_MS,
    );
    this.#step = new Looking(async () => {
      if (!this.holds("dealer") && !this.holds("supervisor")) return null;
      return (await api.GET("/api/tables/{table}/next-step", { params })).data ?? null;
    }, PACE_MS);
  }

  open(): void {
    this.follow();
    void this.rules.look();
  }

  override close(): void {
    super.close();
    for (const one of [this.rules, this.rounds, this.report, this.#step]) one.stop();
  }

  /** Whether it is this person who holds a position here. Names are given once in a house. */
  holds(role: PositionRole): boolean {
    return !!session.me && this.shown?.[role] === session.me.name;
  }

  /** Looks at everything at once. */
  async look(): Promise<void> {
    await Promise.all([
      this.state.look(),
      this.exposure.look(),
      this.rounds.look(),
      this.report.look(),
    ]);
    await this.#step.look();
  }

  /** Looks at what is over: rounds, and what they brought. */
  lookBack(): void {
    this.rounds.soon();
    this.report.soon();
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

  protected override onTold(told: Told): void {
    super.onTold(told);
    this.#step.soon();
    if (told.isSnapshot || told.events.some((event) => endsRound(event))) this.lookBack();
  }

  protected override onFound({ approvals, form }: TableState): void {
    this.#step.soon();
    void names.learn([
      ...(approvals ?? []).map((one) => one.by),
      ...(form?.signed ?? []).map((one) => one.user),
    ]);
  }
}
