/** What is printed on the felts of 3 Way-Action and Roll Your Own Blackjack, and said at them. */
export const feltsBlackjack = {
  threeWays: {
    title: "3 Way-Action",
    lettering: [
      "DEALER STANDS ON SOFT 18 · SEVEN CARDS WIN",
      "TIED HIGH CARD: HALF COMES BACK",
      "DEALER PLAYS POKER WITH ACE HIGH",
    ],
    highCard: "High Card",
    blackjack: "Blackjack",
    poker: "Poker",
    first: "1st",
    second: "2nd",
    third: "3rd",
  },
  rollYourOwn: {
    title: "Roll Your Own",
    lettering: ["BLACKJACK PAYS 3 TO 2 IN ANY CASE", "DEALER HITS SOFT 17 · INSURANCE PAYS 2 TO 1"],
    twoCards: "Two-card hand",
    oneCard: "One-card hand",
    insure: "Insure",
    hint: "Drag or tap the card that stands alone, or press 1, 2 or 3.",
    confirm: "Set hands",
    alone: (card: string) => `${card} alone`,
    ways: "Ways to set your cards",
    doubleBlackjack: "Double blackjack: 3 to 2 on both bets, however you set it.",
  },
} as const;
