/**
 * What the rules of a table say of each spot, made ready for whoever checks a slip or puts chips
 * on it: which spots are bet before the deal, in which steps, and which go together.
 */
import type { TableRules } from "../live/events";

export type Stakes = Readonly<Record<string, number>>;
export type Wager = TableRules["wagers"][number];
export type Constraint = Wager["rules"][number];
/** A number as it stands in a rule: whole, or a fraction like `1/2`. */
export interface Ratio {
  over: number;
  under: number;
}

export const BEFORE_THE_DEAL = "before the deal";

export function wagerOn(rules: TableRules, spot: string): Wager | undefined {
  return rules.wagers.find((one) => one.spot === spot);
}

/** The wagers that are put down before the deal, in the order of the felt. */
export function bettable(rules: TableRules): Wager[] {
  return rules.wagers.filter((one) => one.when === BEFORE_THE_DEAL && one.limit !== null);
}

/** How often a constraint takes what it measures by: once, where it does not say. */
export function ratioOf(rule: Constraint): Ratio {
  const [over = "1", under = "1"] = (rule.times ?? "1").split("/");
  return { over: Number(over), under: Number(under) };
}

/** All that lies on these spots. */
export function sumOf(stakes: Stakes, spots: readonly string[]): number {
  return spots.reduce((sum, spot) => sum + (stakes[spot] ?? 0), 0);
}

export function totalCents(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, cents) => sum + cents, 0);
}

export function has(stakes: Stakes, spot: string): boolean {
  return (stakes[spot] ?? 0) > 0;
}

/** Whether a wager must be bet, and neither it nor what may stand in for it is. */
export function isMissing(wager: Wager, stakes: Stakes): boolean {
  return (
    !has(stakes, wager.spot) &&
    wager.rules.some(
      (rule) => rule.kind === "compulsory" && !rule.spots.some((spot) => has(stakes, spot)),
    )
  );
}

export function gcd(one: number, other: number): number {
  return other === 0 ? one : gcd(other, one % other);
}

export function lcm(one: number, other: number): number {
  return (one / gcd(one, other)) * other;
}

/** The stakes a spot takes, as far as its own limits go: from the least to the most, in steps. */
export interface Span {
  least: number;
  most: number;
  step: number;
}

export function spanOf(wager: Wager): Span {
  const limit = wager.limit;
  if (!limit) return { least: 0, most: 0, step: 1 };
  const step = lcm(limit.multiple_of_cents, wager.stake_unit_cents);
  return inSteps({ least: limit.minimum_cents, most: limit.maximum_cents, step });
}

/** The same, its ends moved in to whole steps. */
export function inSteps({ least, most, step }: Span): Span {
  return { least: Math.ceil(least / step) * step, most: Math.floor(most / step) * step, step };
}
