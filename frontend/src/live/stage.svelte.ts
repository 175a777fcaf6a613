/**
 * What is shown of a table: the same events as the mirror has, but one after the other, so that
 * the eye can follow. It never shows what the house has not told, and when there is no motion, or
 * nobody looks, it is where the mirror is at once.
 *
 * A round that is over stays on the felt until something happens in the next one, or the player
 * begins to bet: results can be read in peace.
 */
import { prefs } from "../prefs.svelte";
import type { RoundEvent, TableEvent } from "./events";
import { applied, emptyLayout, folded, type Layout } from "./layout";
import { isOfRound, type TableMirror } from "./mirror.svelte";

/** How long an event stays alone on the felt before the next one, in milliseconds. */
const PAUSE_MS: Partial<Record<TableEvent["event"], number>> = {
  bets_closed: 250,
  card_dealt: 170,
  cards_turned: 420,
  cards_moved: 220,
  hand_called: 350,
  dealer_acted: 120,
  decision_made: 120,
  wager_added: 120,
  wager_settled: 260,
  wager_returned: 120,
  settlement_reversed: 120,
  irregularity_reported: 500,
  round_voided: 500,
};
/** How long a result stays on the felt although others already bet again. */
const RESULT_MS = 4_000;
/** Nobody waits longer than this for all that has happened, however much it is. */
const LONGEST_MS = 6_000;

export interface Shown {
  event: TableEvent;
  layout: Layout;
}

export class Stage {
  layout: Layout = $state.raw(emptyLayout());
  /** The events of the round that is shown. */
  events: readonly RoundEvent[] = $state.raw([]);
  round = $state(0);
  /** Whether it shows a round that is over while the next one takes bets. */
  isLast = $state(false);
  /** Whether something is still to be shown. */
  isPlaying = $state(false);

  #mirror: TableMirror;
  #queue: TableEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pace = 1;
  /** When the next event is to be shown. */
  #dueAt = 0;
  #stop: () => void;
  #listeners = new Set<(shown: readonly Shown[], isSnapshot: boolean) => void>();
  /** Until when the result of the last round is not taken away by what others do. */
  #heldUntil = 0;
  #next: { round: number; events: RoundEvent[] } | null = null;

  constructor(mirror: TableMirror) {
    this.#mirror = mirror;
    if (mirror.state) this.#jump();
    this.#stop = mirror.listen(({ isSnapshot, events }) => {
      if (isSnapshot) this.#jump();
      else this.#add(events);
    });
  }

  /** Told of everything that comes to be shown, in order: for the log and for screen readers. */
  listen(listener: (shown: readonly Shown[], isSnapshot: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stop();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Takes the round that is over off the felt. */
  clear(): void {
    this.#heldUntil = this.#dueAt = 0;
    if (!this.isLast) return;
    if (!this.#queue.length) this.#begin();
    else if (this.#timer) this.#again(0);
  }

  /** Shows at once all that is still to be shown. */
  hurry(): void {
    if (!this.#queue.length) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#heldUntil = 0;
    this.#showAll();
  }

  #jump(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.#next = null;
    this.#heldUntil = 0;
    this.isPlaying = false;
    this.isLast = false;
    this.round = this.#mirror.state?.round ?? 0;
    this.events = this.#mirror.events;
    this.layout = this.#mirror.layout;
    this.#tell([], true);
  }

  #add(events: readonly TableEvent[]): void {
    this.#queue.push(...events);
    if (prefs.still || document.hidden) {
      if (!this.#timer) this.#showAll();
      return;
    }
    const wholeMs = this.#queue.reduce((sum, one) => sum + (PAUSE_MS[one.event] ?? 0), 0);
    this.#pace = Math.min(1, LONGEST_MS / Math.max(wholeMs, 1));
    if (!this.#timer) this.#play();
  }

  /** Shows what is due by now, and goes on when the next is. */
  #play(): void {
    this.#timer = null;
    if (prefs.still || document.hidden) {
      this.#showAll();
      return;
    }
    const now = performance.now();
    // Where it was late, or had nothing to do, the pauses begin anew.
    if (this.#dueAt < now - 500) this.#dueAt = now;
    const shown: Shown[] = [];
    while (this.#queue.length && this.#dueAt <= now && !this.#isHeld()) {
      const event = this.#queue.shift() as TableEvent;
      this.#show(event);
      shown.push({ event, layout: this.layout });
      this.#dueAt += (PAUSE_MS[event.event] ?? 0) * this.#pace;
    }
    if (this.#isHeld()) {
      this.isPlaying = false;
      this.#again(this.#heldUntil - now);
    } else {
      this.isPlaying = this.#queue.length > 0;
      if (this.isPlaying) this.#again(this.#dueAt - now);
    }
    this.#tell(shown, false);
  }

  #again(inMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#play(), inMs);
  }

  /** Whether what comes next would take a result away that its player has hardly seen. */
  #isHeld(): boolean {
    const next = this.#queue[0];
    return (
      !!next &&
      !!this.#next &&
      isOfRound(next) &&
      this.isLast &&
      performance.now() < this.#heldUntil
    );
  }

  #showAll(): void {
    const shown: Shown[] = [];
    while (this.#queue.length && !this.#isHeld()) {
      const event = this.#queue.shift() as TableEvent;
      this.#show(event);
      shown.push({ event, layout: this.layout });
    }
    this.#dueAt = 0;
    if (this.#queue.length) this.#again(this.#heldUntil - performance.now());
    this.isPlaying = false;
    this.#tell(shown, false);
  }

  #show(event: TableEvent): void {
    if (event.event === "round_began") {
      const opened = {
        event: "round_opened",
        settings: this.#mirror.state?.settings,
        device: event.device,
        is_physical: event.is_physical,
        back: event.back,
        commitment: event.commitment,
      } as RoundEvent;
      this.#next = { round: event.round, events: [opened] };
      if (this.layout.isOver) {
        this.isLast = true;
        const hasResult = this.#mirror.own.some((seat) => this.layout.staked[seat]);
        this.#heldUntil = hasResult ? performance.now() + RESULT_MS : 0;
      } else this.#begin();
      return;
    }
    if (!isOfRound(event)) return;
    if (this.#next) {
      // Where the dealer presses New Game, the results of the last round may still be read.
      if (event.event === "dealer_acted") {
        this.#next.events.push(event);
        return;
      }
      this.#begin();
    }
    this.events = [...this.events, event];
    this.layout = applied(this.layout, event);
  }

  #begin(): void {
    const next = this.#next;
    this.#next = null;
    this.isLast = false;
    this.events = next?.events ?? [];
    this.round = next?.round ?? this.round;
    this.layout = folded(this.events);
  }

  #tell(shown: readonly Shown[], isSnapshot: boolean): void {
    for (const listener of this.#listeners) listener(shown, isSnapshot);
  }
}
