/**
 * Messages that come up at the foot of the page and go by themselves. They are also said aloud, so
 * the list itself is silent. Bad news stays until it is put away.
 */
import { say, sayNow } from "./announcer.svelte";

export type ToastKind = "info" | "good" | "bad" | "wait";

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const MOST = 4;

class ToastList {
  list = $state.raw<readonly Toast[]>([]);
  /** While a hand or the focus is on them, none goes. */
  held = $state(false);

  #last = 0;

  /** Shows a message; null for `ms` keeps it until it is dismissed. */
  show(text: string, kind: ToastKind = "info", ms = kind === "bad" ? null : SHOWN_MS): number {
    this.#last += 1;
    const id = this.#last;
    this.list = [...this.list, { id, kind, text }].slice(-MOST);
    if (kind === "bad") sayNow(text);
    else say(text);
    if (ms !== null) this.#leave(id, ms);
    return id;
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  #leave(id: number, ms: number): void {
    setTimeout(() => {
      if (this.held) this.#leave(id, 1_000);
      else this.dismiss(id);
    }, ms);
  }
}

export const toasts = new ToastList();
