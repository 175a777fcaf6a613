/**
 * A table as this page knows it: what the house has told, folded. It is never ahead of the house
 * and, but for the moment a message takes, never behind. What is shown of it with calm, card by
 * card, is the `Stage`'s affair.
 */
import { Refused } from "../api/http";
import type { EventsMessage, RoundEvent, ServerMessage, TableEvent, TableState } from "./events";
import { applied, emptyLayout, folded, type Layout } from "./layout";
import type { Follower } from "./line";

export interface Told {
  /** Whether the table was told anew as a whole, so that nothing of it is to be played. */
  isSnapshot: boolean;
  events: readonly TableEvent[];
}

const OF_ROUNDS: ReadonlySet<string> = new Set([
  "round_opened", "wagers_placed", "bets_closed", "picks_drawn", "card_read", "card_dealt",
  "cards_ran_out", "rest_released", "cards_turned", "cards_moved", "dealer_acted",
  "decision_asked", "decision_made", "decisions_closed", "wager_added", "hand_called",
  "wager_settled", "cards_collected", "device_failed", "irregularity_reported",
  "supervisor_ruled", "settlement_reversed", "wager_returned", "round_voided", "round_closed",
  "seed_revealed",
]); // prettier-ignore

export function isOfRound(event: TableEvent): event is RoundEvent {
  return OF_ROUNDS.has(event.event);
}

type SeatShown = TableState["seats"][number];

export class TableMirror implements Follower {
  readonly table: number;
  #user: () => number | null;
  #listeners = new Set<(told: Told) => void>();
  #paperUpto = 0;
  upto: number | null = null;
  /** The last snapshot, kept up to date; null until the first has come. */
  state: TableState | null = $state.raw(null);
  /** The events of the round in play, or of the last one until the next begins. */
  events: readonly RoundEvent[] = $state.raw([]);
  layout: Layout = $state.raw(emptyLayout());
  /** Why it cannot be watched. */
  refusal: Refused | null = $state.raw(null);
  /** Counts what staff may want to ask the server about anew: the desk's next step. */
  version = $state(0);

  own = $derived((this.state?.seats ?? []).filter((one) => one.is_yours).map((one) => one.seat));
  takesBets = $derived(
    !!this.state?.round_is_on && !this.layout.betsAreClosed && !this.layout.isOver,
  );

  constructor(table: number, user: () => number | null) {
    this.table = table;
    this.#user = user;
  }

  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  refused(refusal: Refused): void {
    this.refusal = refusal;
  }

  forget(): void {
    this.upto = null;
  }

  take(message: ServerMessage): boolean {
    if (message.type === "snapshot") {
      this.#takeSnapshot(message);
    } else if (message.type === "events") {
      // After a gap nothing wrong may be shown.
      if (message.after !== this.upto) return false;
      this.#takeEvents(message);
    }
    this.version += 1;
    return true;
  }

  #takeSnapshot(state: TableState): void {
    this.upto = state.upto;
    this.state = state;
    this.events = state.events;
    this.layout = folded(state.events);
    this.refusal = null;
    this.#tell({ isSnapshot: true, events: [] });
  }

  #takeEvents(message: EventsMessage): void {
    if (!this.state) return;
    const told: TableEvent[] = [];
    let state: TableState = { ...this.state, round: message.round };
    for (const [number, event] of message.events) {
      if (number <= this.#paperUpto) continue;
      told.push(event);
      if (isOfRound(event)) this.#takeRoundEvent(event);
      if (event.event === "round_revised" && event.is_on_paper)
        this.#paperUpto = number + event.event_count;
      state = this.#atTheTable(state, event, message.at_ms);
    }
    this.upto = message.upto;
    state.upto = message.upto;
    if (Object.keys(message.credits).length)
      state.credits = { ...state.credits, ...message.credits };
    this.state = state;
    this.#tell({ isSnapshot: false, events: told });
  }

  #takeRoundEvent(event: RoundEvent): void {
    this.events = [...this.events, event];
    this.layout = applied(this.layout, event);
  }

  #beginRound(event: Extract<TableEvent, { event: "round_began" }>, state: TableState): void {
    const { device, is_physical, back, commitment } = event;
    const settings = state.settings;
    const opened = { event: "round_opened", settings, device, is_physical, back, commitment };
    this.events = [opened as RoundEvent];
    this.layout = emptyLayout();
  }

  /** What changes of the table besides the round: as `TablePicture` in the house folds it. */
  #atTheTable(state: TableState, event: TableEvent, atMs: number): TableState {
    switch (event.event) {
      case "round_began":
        this.#beginRound(event, state);
        return {
          ...state,
          round: event.round,
          round_is_on: true,
          clock: null,
          seats: state.seats.map((one) => ({ ...one, is_ready: false })),
        };
      case "clock_started":
        return {
          ...state,
          clock: { what: event.what as "betting", ends_ms: atMs + 1000 * event.seconds },
        };
      case "clock_stopped":
      case "bets_closed":
      case "decisions_closed":
      case "irregularity_reported":
        return { ...state, clock: null };
      case "round_closed":
      case "round_voided":
        return {
          ...state,
          clock: null,
          round_is_on: false,
          seats: state.seats.map((one) => ({ ...one, is_ready: false })),
        };
      case "wagers_placed":
        return this.#withSeat(state, event.seat, { is_ready: false });
      case "seat_ready":
        return this.#withSeat(state, event.seat, { is_ready: true });
      case "seat_leaving":
        return this.#withSeat(state, event.seat, { is_leaving: true });
      case "connection_lost":
        return this.#withSeat(state, event.seat, { is_connected: false });
      case "connection_restored":
        return this.#withSeat(state, event.seat, { is_connected: true });
      case "seat_taken":
        return this.#seatTaken(state, event);
      case "seat_left":
        return this.#seatLeft(state, event.seat);
      case "table_opened":
        return { ...state, status: "open" };
      case "table_closing":
        return { ...state, status: "closing" };
      case "table_closed":
        return { ...state, status: "closed", clock: null };
      case "bank_counted":
        return event.form === "opener" ? { ...state, status: "opening" } : state;
      case "position_taken":
        return { ...state, [event.role]: event.name };
      case "position_left":
        return { ...state, [event.role]: null };
      default:
        return state;
    }
  }

  #withSeat(state: TableState, seat: number, change: Partial<SeatShown>): TableState {
    const seats = state.seats.map((one) => (one.seat === seat ? { ...one, ...change } : one));
    return { ...state, seats };
  }

  #seatTaken(state: TableState, event: Extract<TableEvent, { event: "seat_taken" }>): TableState {
    const is_yours = event.user === this.#user();
    const taken: SeatShown = {
      seat: event.seat,
      name: event.name,
      is_yours,
      is_leaving: false,
      is_connected: true,
      is_ready: false,
    };
    const seats = [...state.seats.filter((one) => one.seat !== event.seat), taken];
    seats.sort((one, other) => one.seat - other.seat);
    const credits = is_yours
      ? { ...state.credits, [event.seat]: event.credit_cents ?? 0 }
      : state.credits;
    return { ...state, seats, credits, seats_taken: state.seats_taken + 1 };
  }

  #seatLeft(state: TableState, seat: number): TableState {
    const credits = { ...state.credits };
    delete credits[String(seat)];
    return {
      ...state,
      credits,
      seats: state.seats.filter((one) => one.seat !== seat),
      seats_taken: state.seats_taken - 1,
    };
  }

  #tell(told: Told): void {
    for (const listener of this.#listeners) listener(told);
  }
}
