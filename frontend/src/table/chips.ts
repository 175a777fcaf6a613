/** Which chips are laid out for a player: from the least that can be bet to what is bet at most. */
import type { TableRules } from "../live/events";
import { CHIPS } from "../model/money";

export function chipsAt(rules: TableRules, most = 6): number[] {
  const limits = rules.wagers.flatMap((one) => (one.limit ? [one.limit] : []));
  if (!limits.length) return [];
  const least = Math.min(...limits.map((one) => one.multiple_of_cents));
  const largest = Math.max(...limits.map((one) => one.maximum_cents));
  const whole = [...CHIPS]
    .sort((one, other) => one - other)
    .filter((cents) => cents >= least && cents <= largest && cents % 100 === 0);
  return whole.slice(0, most);
}
