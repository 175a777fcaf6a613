/** Which option plays which cards. */
import type { Option } from "../../live/events";

export interface Choices {
  fold: Option | null;
  five: Option | null;
  /** Any of those that play three cards: they all cost the same. */
  anyThree: Option | null;
  /** The one that plays these, counted from 1. */
  threeOf: (positions: readonly number[]) => Option | null;
}

export function choicesOf(options: readonly Option[]): Choices {
  const named = new Map(options.map((one) => [one.name, one]));
  return {
    fold: named.get("fold") ?? null,
    five: named.get("5-card") ?? null,
    anyThree: options.find((one) => one.name.startsWith("3-card ")) ?? null,
    threeOf: (positions) => named.get(`3-card ${[...positions].sort().join("-")}`) ?? null,
  };
}

/** What is chosen after a card is touched; a fourth is not taken. */
export function touched(chosen: readonly number[], position: number): readonly number[] {
  if (chosen.includes(position)) return chosen.filter((one) => one !== position);
  return chosen.length < 3 ? [...chosen, position] : chosen;
}
