/** What the coach says of a decision, in figures people read. */
import type { Coached } from "../types";

/** What an option was called when it was offered. */
export function labelOf(decision: Coached, name: string): string {
  return decision.options.find((one) => one.name === name)?.label ?? name;
}

/** What something is worth, with its sign. */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}

/** To the tenth of a cent where it is less than a dime: much of what is missed is small. */
export function costText({ cost_cents }: Pick<Coached, "cost_cents">): string {
  const cents = cost_cents ?? 0;
  return cents < 10 ? `${cents.toFixed(1)}¢` : `$${(cents / 100).toFixed(2)}`;
}
