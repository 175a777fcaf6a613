/** A table as staff follows it: live, and beside that what staff alone is told when it asks. */
import { api, answered } from "../api/http";
import type { components } from "../api/schema";
import type { TableEvent, TableState } from "../live/events";
import { isOfRound, TableMirror, type Told } from "../live/mirror.svelte";
import { session } from "../people/session.svelte";
import { heldOffSince, Looking } from "./looking.svelte";
import { waitingAt, type Waiting } from "./waiting";

export type ExposureShown = components["schemas"]["Exposure"];

/** However much happens at a table, it is asked for no oftener than that. */
export const PACE_MS = 1_500;

export class Followed {
  readonly table: number;
  readonly mirror: TableMirror;
  readonly state: Looking<TableState>;
  readonly exposure: Looking<ExposureShown>;
  /** Whether it is held for a fault, as the list of tables says. */
  isHeld = $state(false);

  /** The table as it was told last: live, and beside it what staff asks for. */
  shown: TableState | null = $derived.by(() => {
    const { state, events } = this.mirror;
    const { found } = this.state;
    // Where the line is down, what was asked for is the newer.
    if (!state || (found && state.upto < found.upto)) return found;
    const { form, approvals, decks, rounds_since_change, decks_until_ms } = found ?? state;
    const asked = { form, approvals, decks, rounds_since_change, decks_until_ms };
    return { ...state, ...asked, events: [...events] };
  });
  waits: readonly Waiting[] = $derived.by(() =>
    this.shown ? waitingAt(this.shown, this.isHeld, session.nowMs()) : [],
  );
  /** Of what time the figures are, where the house has said to wait before it is asked again. */
  heldOffAtMs: number | null = $derived.by(() => heldOffSince(this.state, this.exposure));

  #stop: () => void = () => {};

  constructor(table: number) {
    this.table = table;
    const params = { path: { table } };
    this.mirror = new TableMirror(table, () => session.me?.user ?? null);
    this.state = new Looking(async () => {
      const found = await answered(api.GET("/api/tables/{table}", { params }));
      this.onFound(found);
      return found;
    }, PACE_MS);
    this.exposure = new Looking(
      () => answered(api.GET("/api/tables/{table}/exposure", { params })),
      PACE_MS,
    );
  }

  /** Is told at once what happens. */
  follow(): void {
    this.#stop = this.mirror.listen((told) => this.onTold(told));
    session.line.watch(this.mirror);
  }

  close(): void {
    this.#stop();
    session.line.unwatch(this.mirror);
    this.state.stop();
    this.exposure.stop();
  }

  lookSoon(): void {
    this.state.soon();
    this.exposure.soon();
  }

  protected onFound(_found: TableState): void {}

  protected onTold({ isSnapshot, events }: Told): void {
    this.exposure.soon();
    // Of the round the mirror knows everything.
    if (isSnapshot || events.some((event) => !isOfRound(event) || endsRound(event)))
      this.state.soon();
  }
}

export function endsRound({ event }: TableEvent): boolean {
  return event === "round_closed" || event === "round_voided";
}
