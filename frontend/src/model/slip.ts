/**
 * A slip, checked as the house checks it (`croupier.table.wager.check_slip`), before it is sent:
 * a player sees at once what is still wrong with his bets, in the words the house would refuse
 * them in. The house has the last word.
 */
import type { components } from "../api/schema";
import type { TableRules } from "../live/events";
import { slip as words } from "../words/en/slip";
import { BEFORE_THE_DEAL, has, ratioOf, sumOf, totalCents, wagerOn } from "./spots";
import type { Constraint, Stakes, Wager } from "./spots";

export { completed } from "./completed";
export { nextStake, openSpots, withoutChip, withoutLast } from "./chips";
export type { NextStake, OpenSpot } from "./chips";
export { bettable, totalCents } from "./spots";
export type { Stakes } from "./spots";

export interface Problem {
  /** Null where it is about the slip as a whole. */
  spot: string | null;
  code: components["schemas"]["Code"];
  sentence: string;
}

export interface SlipOptions {
  /** The most that all wagers of one seat may come to: `settings.table_maximum_cents`. */
  tableMaximumCents?: number | null;
  /** What is picked; left out where picks are not to be checked. */
  picks?: readonly string[];
}

/** No amount is larger: ten trillion dollars. */
const MOST_CENTS = 1e15;

/** All that is wrong with a slip; the first of it is what the house would say. */
export function checkStakes(
  rules: TableRules,
  stakes: Stakes,
  options: SlipOptions = {},
): Problem[] {
  const known: string[] = [];
  const problems: Problem[] = [];
  const limits: Problem[] = [];
  for (const [spot, cents] of Object.entries(stakes)) {
    const wager = wagerOn(rules, spot);
    const found = spotProblem(rules, wager, spot) ?? amountProblem(spot, cents);
    if (found) problems.push(found);
    else if (wager) {
      known.push(spot);
      const beyond = limitProblem(wager, cents);
      if (beyond) limits.push(beyond);
    }
  }
  problems.push(...limits);
  const counted = Object.fromEntries(known.map((spot) => [spot, stakes[spot] ?? 0]));
  problems.push(...ruleProblems(rules, counted));
  const most = options.tableMaximumCents ?? null;
  const total = totalCents(counted);
  if (most !== null && total > most)
    problems.push({
      spot: null,
      code: "table_maximum",
      sentence: words.tableMaximum(most, total),
    });
  const wrongPicks = options.picks ? picksProblem(rules, options.picks) : null;
  if (wrongPicks) problems.push(wrongPicks);
  return problems;
}

function spotProblem(rules: TableRules, wager: Wager | undefined, spot: string): Problem | null {
  if (!wager) {
    const spots = rules.wagers.map((one) => one.spot);
    return { spot, code: "spot_unknown", sentence: words.unknownSpot(spot, spots) };
  }
  if (wager.brought_by !== null)
    return { spot, code: "wager_not_now", sentence: words.comesWith(spot, wager.brought_by) };
  if (wager.when !== BEFORE_THE_DEAL)
    return { spot, code: "wager_not_now", sentence: words.laterOnly(spot) };
  return null;
}

function amountProblem(spot: string, cents: number): Problem | null {
  if (Number.isInteger(cents) && cents >= 1 && cents <= MOST_CENTS) return null;
  return { spot, code: "stake_invalid", sentence: words.notWhole(spot) };
}

function limitProblem(wager: Wager, cents: number): Problem | null {
  const { spot, limit, stake_unit_cents: unit } = wager;
  if (limit && cents < limit.minimum_cents)
    return {
      spot,
      code: "stake_below_minimum",
      sentence: words.belowMinimum(spot, limit.minimum_cents, cents),
    };
  if (limit && cents > limit.maximum_cents)
    return {
      spot,
      code: "stake_above_maximum",
      sentence: words.aboveMaximum(spot, limit.maximum_cents, cents),
    };
  if (limit && cents % limit.multiple_of_cents)
    return {
      spot,
      code: "stake_off_increment",
      sentence: words.offIncrement(spot, limit.multiple_of_cents, cents),
    };
  if (cents % unit)
    return { spot, code: "stake_not_payable", sentence: words.notPayable(spot, unit, cents) };
  return null;
}

/**
 * What breaks a rule between spots. What is missing altogether comes last: a side bet without its
 * base is told so itself.
 */
function ruleProblems(rules: TableRules, stakes: Stakes): Problem[] {
  const found: Problem[] = [];
  const missing: Problem[] = [];
  for (const wager of rules.wagers) {
    if (wager.when !== BEFORE_THE_DEAL) continue;
    for (const rule of wager.rules) {
      const problem = ruleProblem(wager.spot, rule, stakes);
      if (problem) (rule.kind === "compulsory" ? missing : found).push(problem);
    }
  }
  return [...found, ...missing];
}

function ruleProblem(spot: string, rule: Constraint, stakes: Stakes): Problem | null {
  const stake = stakes[spot] ?? 0;
  if (rule.kind === "compulsory") {
    if ([spot, ...rule.spots].some((one) => has(stakes, one))) return null;
    return { spot, code: "wager_missing", sentence: rule.sentence };
  }
  if (!stake) return null;
  if (rule.kind === "only_with") {
    const missing = rule.spots.filter((one) => !has(stakes, one));
    if (!missing.length) return null;
    const sentence = words.withoutBase(rule.sentence, missing);
    return { spot, code: "wager_without_base", sentence };
  }
  const base = sumOf(stakes, rule.spots);
  // Nothing to compare it with holds by itself.
  if (!base) return null;
  const { over, under } = ratioOf(rule);
  const excess = stake * under - base * over;
  const sentence = words.beside(rule.sentence, (base * over) / under);
  if (rule.kind === "equal_to" && excess) return { spot, code: "stake_not_equal", sentence };
  if (rule.kind === "at_least" && excess < 0)
    return { spot, code: "stake_too_low_beside", sentence };
  if (rule.kind === "at_most" && excess > 0)
    return { spot, code: "stake_too_high_beside", sentence };
  return null;
}

/** What is wrong with what is picked, such as a stadium's three cells. */
function picksProblem({ picks: offered }: TableRules, picks: readonly string[]): Problem | null {
  const wrong = (sentence: string): Problem => ({ spot: null, code: "picks_invalid", sentence });
  if (!offered) return picks.length ? wrong(words.noPicks()) : null;
  if (!picks.length && offered.may_be_left_out) return null;
  const rule = words.picks(offered.count, offered.choices);
  const unknown = picks.find((pick) => !offered.choices.includes(pick));
  if (unknown !== undefined) return wrong(words.noSuchPick(rule, unknown));
  if (picks.length !== offered.count || new Set(picks).size !== picks.length)
    return wrong(words.wrongPicks(rule, picks));
  return null;
}
