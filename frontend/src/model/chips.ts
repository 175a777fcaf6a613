/**
 * Chips put on spots and taken off again, so that what lies there is as near to a slip the house
 * takes as it can be without guessing: the first chip brings the minimum, and wagers that must be
 * equal go up together.
 */
import type { TableRules } from "../live/events";
import { slip as words } from "../words/en/slip";
import { commonSpan, partnersOf, spread, type Partner } from "./partners";
import { bettable, has, ratioOf, spanOf, sumOf, totalCents } from "./spots";
import type { Span, Stakes } from "./spots";

export interface NextStake {
  stakes: Stakes;
  /** What else happened than that a chip was put there, or why none was; null for neither. */
  note: string | null;
}

export interface OpenSpot {
  isOpen: boolean;
  /** Why no chip may be put there now; null where one may. */
  sentence: string | null;
}

interface Reach {
  partners: Partner[];
  span: Span;
  why: string | null;
}

/** Adds a chip to a spot. */
export function nextStake(
  rules: TableRules,
  stakes: Stakes,
  spot: string,
  chipCents: number,
  tableMaximumCents: number | null = null,
): NextStake {
  const { partners, span, why } = reachOf(rules, stakes, spot, tableMaximumCents);
  if (why !== null) return { stakes, note: why };
  // Beside a partner that has more already, the chip brings as much as that.
  const wanted = Math.max((stakes[spot] ?? 0) + chipCents, mostOf(partners, stakes));
  const stepped = Math.ceil(Math.max(wanted, span.least) / span.step) * span.step;
  const cents = Math.min(stepped, span.most);
  const next = spread(stakes, partners, cents);
  const notes: string[] = [];
  if (wanted < span.least)
    notes.push(measured(rules, stakes, spot, span.least) ?? words.broughtToLeast(spot, cents));
  else if (wanted > span.most) notes.push(words.full(spot, span.most));
  else if (wanted % span.step) notes.push(words.broughtToStep(spot, span.step));
  notes.push(...along(partners, stakes, next, spot));
  return { stakes: next, note: notes.join(" ") || null };
}

/** Takes a chip off a spot; what would lie there below the least comes back whole. */
export function withoutChip(
  rules: TableRules,
  stakes: Stakes,
  spot: string,
  chipCents: number,
): NextStake {
  if (!has(stakes, spot)) return { stakes, note: null };
  // Only what lies there comes back with it.
  const partners = partnersOf(rules, stakes, spot).filter((one) => has(stakes, one.wager.spot));
  const span = commonSpan(partners);
  const left = Math.floor(((stakes[spot] ?? 0) - chipCents) / span.step) * span.step;
  const next = spread(stakes, partners, left < span.least ? 0 : left);
  return { stakes: next, note: along(partners, stakes, next, spot).join(" ") || null };
}

/** The slips that were made one after another, without the last: what a player takes back. */
export function withoutLast(history: readonly Stakes[]): readonly Stakes[] {
  return history.slice(0, -1);
}

/** For each spot that is bet before the deal: whether a chip may be put there now. */
export function openSpots(
  rules: TableRules,
  stakes: Stakes,
  tableMaximumCents: number | null = null,
): Record<string, OpenSpot> {
  const found: Record<string, OpenSpot> = {};
  for (const { spot } of bettable(rules)) {
    const { why } = reachOf(rules, stakes, spot, tableMaximumCents);
    found[spot] = { isOpen: why === null, sentence: why };
  }
  return found;
}

/** What a spot can take now, with its partners; or why it can take nothing. */
function reachOf(
  rules: TableRules,
  stakes: Stakes,
  spot: string,
  tableMaximumCents: number | null,
): Reach {
  const partners = partnersOf(rules, stakes, spot);
  const span = commonSpan(partners);
  const wager = partners[0]?.wager;
  if (!wager) return { partners, span, why: words.laterOnly(spot) };
  const coming = new Set(partners.map((one) => one.wager.spot));
  for (const partner of partners) {
    for (const rule of partner.wager.rules) {
      if (rule.kind !== "only_with") continue;
      if (rule.spots.some((base) => !has(stakes, base) && !coming.has(base)))
        return { partners, span, why: rule.sentence };
    }
  }
  const stake = stakes[spot] ?? 0;
  const least = leastBeside(rules, stakes, spot);
  if (least) span.least = Math.max(span.least, Math.ceil(least.cents / span.step) * span.step);
  for (const rule of wager.rules) {
    const base = sumOf(stakes, rule.spots);
    if (rule.kind !== "at_most" || !base) continue;
    const { over, under } = ratioOf(rule);
    span.most = Math.min(span.most, Math.floor((base * over) / under / span.step) * span.step);
    if (stake >= span.most || span.most < span.least) return { partners, span, why: rule.sentence };
  }
  if (span.least > span.most)
    return { partners, span, why: least?.sentence ?? words.full(spot, span.most) };
  if (stake >= span.most) return { partners, span, why: words.full(spot, span.most) };
  if (tableMaximumCents !== null) {
    const room = tableMost(partners, stakes, tableMaximumCents, span);
    if (room < span.least || room <= stake)
      return { partners, span, why: words.tableFull(tableMaximumCents) };
    span.most = Math.min(span.most, room);
  }
  return { partners, span, why: null };
}

/** The most the leading spot may have so that the whole slip stays below the table's maximum. */
function tableMost(
  partners: readonly Partner[],
  stakes: Stakes,
  maximum: number,
  span: Span,
): number {
  const others = totalCents(spread(stakes, partners, 0));
  const perCent = partners.reduce((sum, { ratio }) => sum + ratio.over / ratio.under, 0);
  return Math.floor((maximum - others) / perCent / span.step) * span.step;
}

/** The largest stake among those that must be equal, as one on the spot that leads. */
function mostOf(partners: readonly Partner[], stakes: Stakes): number {
  const shares = partners.map(
    ({ wager, ratio }) => ((stakes[wager.spot] ?? 0) * ratio.under) / ratio.over,
  );
  return Math.max(0, ...shares);
}

/** What other stakes ask of this one, where one of them does. */
function leastBeside(
  rules: TableRules,
  stakes: Stakes,
  spot: string,
): { cents: number; sentence: string } | null {
  const wager = bettable(rules).find((one) => one.spot === spot);
  let most: { cents: number; sentence: string } | null = null;
  for (const rule of wager?.rules ?? []) {
    if (rule.kind !== "at_least") continue;
    const { over, under } = ratioOf(rule);
    const cents = Math.ceil((sumOf(stakes, rule.spots) * over) / under);
    if (cents > (most?.cents ?? 0)) most = { cents, sentence: rule.sentence };
  }
  return most;
}

/** The rule that made the stake what it is, where it is not the spot's own minimum. */
function measured(rules: TableRules, stakes: Stakes, spot: string, cents: number): string | null {
  const wager = bettable(rules).find((one) => one.spot === spot);
  const least = leastBeside(rules, stakes, spot);
  return least && wager && cents > spanOf(wager).least ? least.sentence : null;
}

/** What else changed than the spot the chip was put on or taken off. */
function along(
  partners: readonly Partner[],
  before: Stakes,
  after: Stakes,
  spot: string,
): string[] {
  const others = partners
    .map((one) => one.wager.spot)
    .filter((one) => one !== spot && before[one] !== after[one]);
  const first = others[0];
  if (first === undefined) return [];
  const cents = after[first];
  if (cents === undefined) return [words.takenAlong(others)];
  // Partners of other proportions are said one by one.
  if (others.some((one) => after[one] !== cents))
    return others.map((one) => words.broughtAlong([one], after[one] ?? 0));
  return [words.broughtAlong(others, cents)];
}
