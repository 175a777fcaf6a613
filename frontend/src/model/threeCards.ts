/**
 * What three cards make, named as the house names them (`croupier.cards.poker`): for what lies on
 * the felt and is nobody's wager, of which the house therefore says nothing.
 */
import { rankPlurals, threeCardWords as words } from "../words/en/threeCards";
import { rankNames } from "../words/en/cards";
import { parseCard } from "./cards";

/** Low to high: with three cards a straight is rarer than a flush. */
export const KINDS = [
  "high card",
  "pair",
  "flush",
  "straight",
  "three of a kind",
  "straight flush",
] as const;

export type Kind = (typeof KINDS)[number];

export interface ThreeCards {
  kind: Kind;
  /** The most telling first; for straights the top card alone. Two is 0, ace is 12. */
  ranks: readonly number[];
  /** In full: `pair of nines, ace kicker`. */
  name: string;
  /** For a sign across the room: `Pair of nines`, `King high`. */
  title: string;
}

const QUEEN = 10;
const ACE = 12;

/** What exactly three known cards make. */
export function nameThree(cards: readonly string[]): ThreeCards {
  const known = cards.map(parseCard);
  if (known.length !== 3) throw new Error(`${cards.length} cards are not three`);
  const sorted = known.map((card) => card.rank).sort((one, other) => other - one);
  const [high = 0, middle = 0, low = 0] = sorted;
  const isFlush = new Set(known.map((card) => card.suit)).size === 1;
  const top = straightTop(high, middle, low);
  if (top !== null) return named(isFlush ? "straight flush" : "straight", [top]);
  if (high === low) return named("three of a kind", [high]);
  if (isFlush) return named("flush", sorted);
  if (high === middle) return named("pair", [high, low]);
  if (middle === low) return named("pair", [low, high]);
  return named("high card", sorted);
}

/** Whether a dealer plays on it: queen high or better. */
export function qualifies(hand: ThreeCards): boolean {
  return hand.kind !== "high card" || (hand.ranks[0] ?? 0) >= QUEEN;
}

/** The top card of a straight; an ace may also be the lowest, before two and three. */
function straightTop(high: number, middle: number, low: number): number | null {
  if (high - middle === 1 && middle - low === 1) return high;
  return high === ACE && middle === 1 && low === 0 ? middle : null;
}

function named(kind: Kind, ranks: readonly number[]): ThreeCards {
  const singular = ranks.map((rank) => rankNames[rank] ?? "");
  const plural = rankPlurals[ranks[0] ?? 0] ?? "";
  const [first = "", kicker = ""] = singular;
  const isRoyal = kind === "straight flush" && ranks[0] === ACE;
  const name = isRoyal ? words.royal : words.name(kind, singular.join("-"), first, plural, kicker);
  const title = isRoyal ? words.royal : words.title(kind, first, plural);
  return { kind, ranks, name, title: title.charAt(0).toUpperCase() + title.slice(1) };
}
