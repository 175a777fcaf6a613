/** What is printed on the felts of the poker games, and what is said while three cards are chosen. */
export const feltsPoker = {
  threeCardPoker: {
    lettering: [
      "THE DEALER QUALIFIES WITH QUEEN HIGH",
      "Pair Plus and Six Card Bonus pay whatever the dealer has",
    ],
  },
  pick2Poker: {
    lettering: ["THREE CARDS AT TWICE THE ANTE", "or five at one: he needs ace-king to qualify"],
  },
  toOne: "pays to 1",
  /** Titles of the pay tables on the felt, by their spot. */
  payTables: {
    "Ante Bonus": { title: "Ante Bonus", about: "pays to 1" },
    "Pair Plus": { title: "Pair Plus", about: "pays to 1" },
    "Six Card Bonus": { title: "Six Card Bonus", about: "pays to 1" },
    "5 Card Bonus Only": { title: "5 Card Bonus Only", about: "pays to 1" },
    "3-5 Bonus": { title: "3-5 Bonus", about: "five cards, to 1" },
    "3-5 Bonus on 3 Cards": { title: "3-5 Bonus", about: "three cards, to 1" },
  } as Readonly<Record<string, { title: string; about: string }>>,
  /** Lines that would be too long for the felt. */
  payLines: { "Pair of Sixes or Better": "Sixes or Better" } as Readonly<Record<string, string>>,
  chooser: {
    cards: "Your cards: tap the three you play",
    cardKey: (card: string, key: number) => `${card}, key ${key}`,
    pick: "Tap the three cards you play, or play all five.",
    missing: (count: number) => (count === 1 ? "One more card." : "Two more cards."),
    complete: "These three are played; the other two go under the 3-5 Bonus.",
    full: "Three are chosen. Tap one of them to put it back.",
    notYet: (count: number) =>
      count === 3
        ? "Choose three cards first."
        : count === 2
          ? "Choose two more cards first."
          : "Choose one more card first.",
    three: "3 cards",
  },
} as const;
