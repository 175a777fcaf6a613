/** What was last answered to a question that is asked again and again, and why not, if refused. */
import { Refused } from "../api/http";

/** Much may happen at once: it is asked for when that is over. */
const GATHER_MS = 100;
const TOO_MANY = 429;

export class Looking<Found> {
  found: Found | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  /** When it was answered last, by the clock here. */
  atMs = $state(0);
  /** Whether the house has said to wait: until then what was found is as old as `atMs` says. */
  isHeldOff = $state(false);
  #ask: () => Promise<Found>;
  #paceMs: number;
  #looking: Promise<void> | null = null;
  #again = false;
  #askedMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isOver = false;

  /** `soon` asks once in `paceMs` at most. */
  constructor(ask: () => Promise<Found>, paceMs = 0) {
    this.#ask = ask;
    this.#paceMs = paceMs;
  }

  /**
   * Asks; whoever asks while it is being answered waits for something newer. One question is on
   * its way at a time, so that no answer is overtaken by an older one.
   */
  look(): Promise<void> {
    if (this.isHeldOff || this.#isOver) return Promise.resolve();
    this.#again = !!this.#looking;
    this.#looking ??= this.#lookOn().finally(() => (this.#looking = null));
    return this.#looking;
  }

  /** Asks when the pace allows it: whatever happened last until then is in the answer. */
  soon(): void {
    if (this.isHeldOff || this.#isOver) return;
    const dueMs = this.#askedMs + this.#paceMs - performance.now();
    this.#timer ??= setTimeout(() => void this.look(), Math.max(GATHER_MS, dueMs));
  }

  /** Asks no more. */
  stop(): void {
    this.#isOver = true;
    this.#forgetTimer();
  }

  async #lookOn(): Promise<void> {
    try {
      do {
        this.#again = false;
        this.#forgetTimer();
        this.#askedMs = performance.now();
        this.found = await this.#ask();
        this.refusal = null;
        this.atMs = Date.now();
      } while (this.#again && !this.#isOver);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (problem.status === TOO_MANY) this.#holdOff(problem.waitS ?? 1);
      else this.refusal = problem;
    }
  }

  #holdOff(waitS: number): void {
    if (this.#isOver) return;
    this.isHeldOff = true;
    this.#forgetTimer();
    this.#timer = setTimeout(() => {
      this.isHeldOff = false;
      void this.look();
    }, 1000 * waitS);
  }

  #forgetTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Of what time the oldest is of what the house has said to wait for; null where it has not. */
export function heldOffSince(...looked: readonly Looking<unknown>[]): number | null {
  const late = looked.filter((one) => one.isHeldOff);
  return late.length ? Math.min(...late.map((one) => one.atMs)) : null;
}

/** Does something now and every so often while somebody looks; gives what ends it. */
export function every(ms: number, act: () => void): () => void {
  act();
  const timer = setInterval(() => {
    if (!document.hidden) act();
  }, ms);
  return () => clearInterval(timer);
}
