/**
 * What was asked of the mathematics, kept as long as the pages are open: whoever comes back to it
 * has it at once. What takes long is asked about as long as somebody looks at a page that shows it,
 * and no longer.
 */
import { Refused } from "../api/http";
import type { Progress } from "./work";

type Ask<Result> = (
  told: (progress: Progress | null) => void,
  signal: AbortSignal,
) => Promise<Result>;

const MOST = 60;
const LINGER_MS = 1_500;
/** A busy house is asked again this often, after as long as it says, before it is believed. */
const PATIENCE = 8;

export class Asked<Result> {
  value = $state.raw<Result | null>(null);
  progress = $state.raw<Progress | null>(null);
  refusal = $state.raw<Refused | null>(null);
  /** Whether the server is at it, rather than at something else before it. */
  isBegun = $state(false);

  #holders = 0;
  #running: AbortController | null = null;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  readonly #ask: Ask<Result>;

  constructor(ask: Ask<Result>) {
    this.#ask = ask;
  }

  /** Has it worked out as long as it is held; gives what lets go of it. Made for an effect. */
  hold(): () => void {
    this.#holders += 1;
    clearTimeout(this.#lingering);
    if (this.value === null && !this.#running && !this.refusal) void this.#run();
    return () => {
      this.#holders -= 1;
      if (this.#holders > 0) return;
      // Not at once: from one tab to the next the same is held again.
      this.#lingering = setTimeout(() => {
        this.#running?.abort();
        this.#running = null;
        this.refusal = null;
      }, LINGER_MS);
    };
  }

  again(): void {
    this.refusal = null;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const told = (progress: Progress | null): void => {
      if (running.signal.aborted) return;
      this.progress = progress;
      this.isBegun = true;
    };
    try {
      this.value = await patiently(() => this.#ask(told, running.signal), running.signal);
    } catch (problem) {
      if (running.signal.aborted) return;
      if (!(problem instanceof Refused)) throw problem;
      this.refusal = problem;
    } finally {
      if (this.#running === running) this.#running = null;
      this.progress = null;
    }
  }
}

/** Asks; where too much is asked of the house at the moment, again after as long as it says. */
async function patiently<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let left = PATIENCE; ; left -= 1) {
    try {
      return await ask();
    } catch (problem) {
      const isBusy = problem instanceof Refused && problem.code === "too_many_requests";
      if (!isBusy || left === 0) throw problem;
      const waitMs = 1_000 * Math.min(10, problem.waitS ?? 2);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal.throwIfAborted();
    }
  }
}

const kept = new Map<string, Asked<unknown>>();

/** What is kept under a key, or something new to be asked. */
export function keep<Result>(key: string, ask: Ask<Result>): Asked<Result> {
  let found = kept.get(key) as Asked<Result> | undefined;
  if (!found) {
    found = new Asked(ask);
    const oldest = kept.keys().next();
    if (kept.size >= MOST && !oldest.done) kept.delete(oldest.value);
  }
  // Whatever was wanted last is dropped last.
  kept.delete(key);
  kept.set(key, found as Asked<unknown>);
  return found;
}
