/**
 * What is said aloud to those who listen rather than look. Messages are gathered for a moment and
 * then put into a live region together, each as a line of its own that stays a while: a region
 * whose text is replaced loses what had not been read yet, and here nothing is lost.
 */

export interface Said {
  readonly id: number;
  readonly text: string;
  readonly urgent: boolean;
}

const GATHER_MS = 120;
const KEEP_MS = 15_000;

class Announcements {
  /** The lines that stand in the live regions now, oldest first. */
  lines = $state.raw<readonly Said[]>([]);

  #waiting: Said[] = [];
  #last = 0;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  get last(): number {
    return this.#last;
  }

  add(text: string, urgent: boolean): void {
    const line = text.trim();
    if (line === "") return;
    this.#last += 1;
    this.#waiting.push({ id: this.#last, text: line, urgent });
    this.#gathering ??= setTimeout(() => {
      this.#flush();
    }, GATHER_MS);
  }

  #flush(): void {
    this.#gathering = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    this.lines = [...this.lines, ...batch];
    const newest = batch.at(-1)?.id ?? 0;
    setTimeout(() => {
      this.lines = this.lines.filter((line) => line.id > newest);
    }, KEEP_MS);
  }
}

export const announcements = new Announcements();

/** Says something when the listener is free. */
export function say(text: string): void {
  announcements.add(text, false);
}

/** Says something at once, over what is being read: for what cannot wait, such as a decision. */
export function sayNow(text: string): void {
  announcements.add(text, true);
}
