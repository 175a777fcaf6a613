/** What a check of a shuffle looks at, and what it found. */
export const fairness = {
  about:
    "Before bets opened the house bound itself to a seed by its hash; the bets made the salt. Both together give the order of the deck. All of it is worked out anew here, in your browser.",
  deck: "The whole deck in its order",
  byHand: "The same check with the program of the house",
  answers: { true: "it is so", false: "it is not so", null: "it cannot be told" },
  steps: {
    commitment: "The seed is the one the house was bound to before bets opened",
    salt: "The salt is made of the ids of the bets",
    own: "Your own ids are among them",
    cut: "The deck was cut where the salt says",
    cards: "The cards dealt are those that seed and salt give",
  },
  verdicts: {
    proved: "Every card was the one that seed and salt give.",
    failed: "This round was not dealt as the house was bound to.",
  },
  reasons: {
    physical: "Real cards were dealt. No seed decides their order, so there is none to check.",
    unbound: "This round was not dealt from a shuffle that the house was bound to.",
    notClosed: "Bets never closed, so nothing was dealt.",
    notRevealed: "The seed of this round has not been revealed, so nobody can check it yet.",
    noCards: "No card was dealt.",
    noneSeen: "You saw none of the cards of this round, so there is none to compare.",
  },
  noSeed: "no seed of 64 hexadecimal digits",
  noSalt: "no salt: the house alone would have picked the order",
  idsUnknown: "the ids of the bets are not known here",
  noIdOf: (seats: readonly number[]) =>
    `no id of seat ${seats.join(", ")}, where a bet was in force`,
  missingIds: (seats: readonly number[]) => `not that of seat ${seats.join(", ")}`,
  notCut: "not cut",
  cutAt: (at: number) => `${at} cards from the top`,
  cardAt: (at: number, card: string) => `card ${at}: ${card}`,
  allCards: (known: number, dealt: number) =>
    known === dealt ? `all ${dealt} cards` : `all ${known} cards you saw, of ${dealt} dealt`,
  tooMany: (count: number) => `${count} cards out of a deck of 52`,
} as const;
