/**
 * Bets that nobody can make by themselves: the rules have them go with others, and only the whole
 * is a fair thing to compare. Their own edges are figures of the design, not of what one plays.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "pick-2-poker": ["3-5 Bonus"],
  "roll-your-own-blackjack": ["Blackjack", "Bonus"],
};

export function isPart(game: string, bet: string): boolean {
  return PARTS[game]?.includes(bet) ?? false;
}
