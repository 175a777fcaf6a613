/** The three ways to set three cards, and what each of them makes. */
import { valueOf } from "../blackjack/total";

export interface Way {
  /** The name of the option. */
  option: string;
  /** Where the card that stands alone lies, from 0. */
  alone: number;
  /** What the house says of it, in whole. */
  label: string;
  /** What the two others make, in the words of the house. */
  total: string;
}

export function waysOf(options: readonly { name: string; label: string }[]): Way[] {
  return options.map((one) => ({
    option: one.name,
    alone: Number(one.name.slice("alone ".length)) - 1,
    label: one.label,
    total: /\(([^)]*)\)/.exec(one.label)?.[1] ?? one.label,
  }));
}

/** Two aces and a ten, or an ace and two tens. */
export function isDoubleBlackjack(cards: readonly string[]): boolean {
  const values = cards.map(valueOf).sort((one, other) => one - other);
  return ["1,10,10", "1,1,10"].includes(values.join());
}
