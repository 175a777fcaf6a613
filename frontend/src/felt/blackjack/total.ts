/** What blackjack cards come to, as it is shown beside them. */

export interface Total {
  total: number;
  isSoft: boolean;
}

export function totalOf(cards: readonly string[]): Total {
  const values = cards.map(valueOf);
  const hard = values.reduce((sum, one) => sum + one, 0);
  const isSoft = values.includes(1) && hard <= 11;
  return { total: isSoft ? hard + 10 : hard, isSoft };
}

/** An ace counts one here; whether it counts eleven is for the whole hand to say. */
export function valueOf(card: string): number {
  const rank = card.charAt(0);
  if (rank === "A") return 1;
  return "TJQK".includes(rank) ? 10 : Number(rank);
}

/** Nothing of one card alone, nor where a card lies face down. */
export function shownTotal(cards: readonly (string | null)[]): string | null {
  const known = cards.filter((one) => one !== null);
  if (known.length < 2 || known.length < cards.length) return null;
  const { total, isSoft } = totalOf(known);
  return isSoft && total < 21 ? `${total - 10}/${total}` : `${total}`;
}
