/**
 * Cards, which the house writes as a rank and a suit letter: `As`, `Td`, `2c`. Here they get
 * their names, as they are shown ("10♦"), as they are said ("ten of diamonds"), and their order.
 */
import { cards as words, rankNames, suitNames } from "../words/en/cards";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const SYMBOLS = "♣♦♥♠";

export type Suit = "c" | "d" | "h" | "s";

export interface Card {
  /** As the house writes it: `Td`. */
  text: string;
  /** From 0, the two of clubs, to 51, the ace of spades: four times the rank and the suit. */
  number: number;
  /** 0 for a two to 12 for an ace. */
  rank: number;
  suit: Suit;
  /** As it stands in the corner: `10`. */
  index: string;
  /** `♦`. */
  symbol: string;
  isRed: boolean;
  /** `10♦`: for the eye. */
  shown: string;
  /** `ten of diamonds`: for the ear. */
  spoken: string;
}

/** The 52 cards by number: the order in which they lie before they are shuffled. */
export const DECK: readonly Card[] = Array.from({ length: 52 }, (_, number) => made(number));

const BY_TEXT: ReadonlyMap<string, Card> = new Map(DECK.map((card) => [card.text, card]));

function made(number: number): Card {
  const rank = number >> 2;
  const suit = number & 3;
  const letter = RANKS.charAt(rank);
  const index = letter === "T" ? "10" : letter;
  const symbol = SYMBOLS.charAt(suit);
  return {
    text: letter + SUITS.charAt(suit),
    number,
    rank,
    suit: SUITS.charAt(suit) as Suit,
    index,
    symbol,
    isRed: suit === 1 || suit === 2,
    shown: index + symbol,
    spoken: words.spoken(rankNames[rank] ?? "", suitNames[suit] ?? ""),
  };
}

/** The card of that name, as the house writes it; null where there is none. */
export function findCard(text: string): Card | null {
  return BY_TEXT.get(text) ?? null;
}

/** The same of a name that the house gave: there is one. */
export function parseCard(text: string): Card {
  const card = BY_TEXT.get(text);
  if (!card) throw new Error(`“${text}” is not a card`);
  return card;
}

const RANK_OF: Readonly<Record<string, string>> = { "10": "T" };
const SUIT_OF: Readonly<Record<string, string>> = {
  "♣": "c",
  "♦": "d",
  "♥": "h",
  "♠": "s",
  "♧": "c",
  "♢": "d",
  "♡": "h",
  "♤": "s",
};

/**
 * The card a person means by what he typed, such as `as`, `10d`, `A♠` or `t♦`; null where that is
 * no card.
 */
export function readCard(typed: string): Card | null {
  // Phones mark a suit as a picture or as text; either way it is the suit.
  const plain = typed.trim().replace(/[\uFE0E\uFE0F]/g, "");
  const parts = /^(10|.)(.)$/su.exec(plain);
  const [, rank = "", suit = ""] = parts ?? [];
  return findCard((RANK_OF[rank] ?? rank.toUpperCase()) + (SUIT_OF[suit] ?? suit.toLowerCase()));
}

/** `A♠ K♦`: for the eye. */
export function shownCards(cards: readonly string[]): string {
  return cards.map((card) => parseCard(card).shown).join(" ");
}

/** `ace of spades, king of diamonds`: for the ear. */
export function spokenCards(cards: readonly string[]): string {
  return cards.map((card) => parseCard(card).spoken).join(", ");
}

/** For sorting, highest rank first and spades before hearts, as a hand is held. */
export function byRank(one: string, other: string): number {
  return parseCard(other).number - parseCard(one).number;
}

/** For sorting by suit, spades first, and within a suit highest rank first. */
export function bySuit(one: string, other: string): number {
  const [first, second] = [parseCard(one), parseCard(other)];
  return SUITS.indexOf(second.suit) - SUITS.indexOf(first.suit) || second.rank - first.rank;
}
