/**
 * Spots whose stakes must be equal, or in a fixed proportion: a chip on one of them goes on the
 * others too, where there is only one sensible way to put it.
 */
import type { TableRules } from "../live/events";
import { bettable, gcd, has, inSteps, isMissing, lcm, ratioOf, spanOf } from "./spots";
import type { Ratio, Span, Stakes, Wager } from "./spots";

export interface Partner {
  wager: Wager;
  /** How many times the stake of the spot that leads is staked here. */
  ratio: Ratio;
}

/**
 * The spots that follow a stake on this one, itself first. A partner follows where it is bet
 * already, where it must be bet anyway, or where this spot cannot be bet without it.
 */
export function partnersOf(rules: TableRules, stakes: Stakes, spot: string): Partner[] {
  const wagers = bettable(rules);
  const first = wagers.find((one) => one.spot === spot);
  if (!first) return [];
  const found: Partner[] = [{ wager: first, ratio: { over: 1, under: 1 } }];
  // The list grows while it is gone through: partners of partners are partners.
  for (const partner of found) {
    for (const { other, ratio } of tiesOf(wagers, partner.wager)) {
      if (found.some((one) => one.wager === other)) continue;
      if (follows(other, stakes, found))
        found.push({ wager: other, ratio: times(partner.ratio, ratio) });
    }
  }
  return found;
}

/** What a stake on the leading spot may be, so that all that follow it are within their limits. */
export function commonSpan(partners: readonly Partner[]): Span {
  const common = { least: 0, most: Infinity, step: 1 };
  for (const { wager, ratio } of partners) {
    const own = spanOf(wager);
    const { over, under } = ratio;
    const part = (own.step * under) / gcd(own.step * under, over);
    common.step = lcm(common.step, part);
    common.least = Math.max(common.least, Math.ceil((own.least * under) / over));
    common.most = Math.min(common.most, Math.floor((own.most * under) / over));
  }
  return inSteps(common);
}

/** The stakes with this much on the leading spot and what follows from it on the others. */
export function spread(stakes: Stakes, partners: readonly Partner[], cents: number): Stakes {
  const all: Record<string, number> = { ...stakes };
  for (const { wager, ratio } of partners) {
    const share = (cents * ratio.over) / ratio.under;
    if (share > 0) all[wager.spot] = share;
    else delete all[wager.spot];
  }
  return all;
}

function follows(other: Wager, stakes: Stakes, found: readonly Partner[]): boolean {
  const brought = { ...stakes };
  for (const { wager } of found) brought[wager.spot] = brought[wager.spot] || 1;
  if (has(brought, other.spot) || isMissing(other, brought)) return true;
  return found.some(({ wager }) =>
    wager.rules.some((rule) => rule.kind === "only_with" && rule.spots.includes(other.spot)),
  );
}

/** The spots a wager must equal, and those that must equal it, with how many times. */
function tiesOf(wagers: readonly Wager[], wager: Wager): { other: Wager; ratio: Ratio }[] {
  const ties: { other: Wager; ratio: Ratio }[] = [];
  for (const one of wagers) {
    for (const rule of one.rules) {
      // Beside several spots together there is more than one way to be equal.
      if (rule.kind !== "equal_to" || rule.spots.length !== 1) continue;
      const base = wagers.find((each) => each.spot === rule.spots[0]);
      const { over, under } = ratioOf(rule);
      if (one === wager && base) ties.push({ other: base, ratio: { over: under, under: over } });
      if (base === wager) ties.push({ other: one, ratio: { over, under } });
    }
  }
  return ties;
}

function times(one: Ratio, other: Ratio): Ratio {
  const over = one.over * other.over;
  const under = one.under * other.under;
  const common = gcd(over, under);
  return { over: over / common, under: under / common };
}
