/** Cards as a dealer says them. */

export const rankNames = [
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
  "ace",
] as const;

export const suitNames = ["clubs", "diamonds", "hearts", "spades"] as const;

export const cards = {
  /** "ace of spades". */
  spoken: (rank: string, suit: string) => `${rank} of ${suit}`,
  faceDown: (count: number) => `${count} card${count > 1 ? "s" : ""} face down`,
  oneFaceDown: "a card face down",
  and: "and",
};
