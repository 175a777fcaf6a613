/** What was last answered to a question that is asked again and again, and why not, if refused. */
import { Refused } from "../api/http";

export class Looking<Found> {
  found: Found | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  isLooking = $state(false);
  /** When it was answered last, by the clock here. */
  atMs = $state(0);
  #ask: () => Promise<Found>;
  #again = false;

  constructor(ask: () => Promise<Found>) {
    this.#ask = ask;
  }

  /** Asks; whoever asks while it is being answered is answered with something newer. */
  async look(): Promise<void> {
    if (this.isLooking) {
      this.#again = true;
      return;
    }
    this.isLooking = true;
    try {
      do {
        this.#again = false;
        this.found = await this.#ask();
        this.refusal = null;
        this.atMs = Date.now();
      } while (this.#again);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.refusal = problem;
    } finally {
      this.isLooking = false;
    }
  }
}

/** Does something now and every so often while somebody looks; gives what ends it. */
export function every(ms: number, act: () => void): () => void {
  act();
  const timer = setInterval(() => {
    if (!document.hidden) act();
  }, ms);
  return () => clearInterval(timer);
}
