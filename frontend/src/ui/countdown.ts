/** How the time that is left is counted and written. */

/** From here on a countdown says that it hurries. */
export const URGENT_S = 5;

/** Whole seconds left, counted as people count: a second that has begun counts. */
export function secondsLeft(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1_000));
}

/** "9", "59", "1:05". */
export function clockText(seconds: number): string {
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
