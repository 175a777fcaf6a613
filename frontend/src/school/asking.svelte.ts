/** What is asked of the house on a page: one thing at a time, and what was refused last. */
import { Refused } from "../api/http";

export class Asking {
  refusal: Refused | null = $state.raw(null);
  isSending = $state(false);

  /** Does it, unless something else is being done. */
  async trying(act: () => Promise<void>): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.refusal = null;
    try {
      await act();
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.refusal = problem;
    } finally {
      this.isSending = false;
    }
  }
}
