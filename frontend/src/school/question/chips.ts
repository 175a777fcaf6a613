/** Chips put together to an amount, as an answer says them: `2x$25 1x$5`. */
import { dollars } from "../../model/money";

/**
 * The rack of the house, dearest first: `croupier.money.CHIPS`, which answers are counted out in.
 * What lies on a felt is drawn without $2.50, as players stack it.
 */
export const RACK = [100_000, 50_000, 10_000, 2_500, 500, 250, 100, 50, 25] as const;

/** By value in cents: how many lie there. */
export type Chips = Readonly<Record<number, number>>;

export function withChip(chips: Chips, value: number): Chips {
  return { ...chips, [value]: (chips[value] ?? 0) + 1 };
}

export function withoutChip(chips: Chips, value: number): Chips {
  const left = (chips[value] ?? 0) - 1;
  const { [value]: _, ...rest } = chips;
  return left > 0 ? { ...rest, [value]: left } : rest;
}

export function totalOf(chips: Chips): number {
  return RACK.reduce((sum, value) => sum + value * (chips[value] ?? 0), 0);
}

/** Dearest first; `none` where no chip lies. */
export function chipsText(chips: Chips): string {
  const parts = RACK.filter((value) => chips[value]).map(
    (value) => `${chips[value]}x${amountText(value)}`,
  );
  return parts.join(" ") || "none";
}

/** Dollars without commas, which may also stand between chips. */
export function amountText(cents: number): string {
  return dollars(cents).replaceAll(",", "");
}
