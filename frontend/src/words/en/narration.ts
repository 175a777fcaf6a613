/**
 * What happens at a table, in sentences: the words of the log. The log in the terminal has the
 * same (`croupier.terminal.narration`).
 */
import { dollars } from "../../model/money";

/** Whoever a sentence is about, as it names him. */
export interface Person {
  name: string;
  whose: string;
  /** Whether it says "you", and so "you get" where others are said to get. */
  isYou: boolean;
}

export const persons = {
  you: { name: "You", whose: "Your", isYou: true },
  dealer: { name: "The dealer", whose: "The dealer's", isYou: false },
  seat: (seat: number): Person => ({
    name: `Seat ${seat}`,
    whose: `Seat ${seat}'s`,
    isYou: false,
  }),
  /** A seat of who has several. */
  ownSeat: (seat: number): Person => ({
    name: `Seat ${seat} (you)`,
    whose: `Your seat ${seat}'s`,
    isYou: false,
  }),
};

/** "3 to 2" as it is said: "even money", "one half", "1,000 to 1". */
export function oddsWords(odds: string): string {
  const [won = 0, staked = 1] = odds.split(" to ").map(Number);
  if (won === staked) return "even money";
  if (2 * won === staked) return "one half";
  return `${won.toLocaleString("en-US")} to ${staked.toLocaleString("en-US")}`;
}

function does(who: Person, yours: string, others: string): string {
  return `${who.name} ${who.isYou ? yours : others}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export const narration = {
  betsOpenShort: "Bets are open.",
  betsOpen: (cards: string) => `Bets are open; ${cards}.`,
  commitment: (hash: string) => `commitment ${hash}`,
  stackedDeck: "a stacked deck",
  realCards: "real cards",
  noMoreBets: "No more bets.",
  bets: (who: Person, what: string) => `${does(who, "bet", "bets")} ${what}.`,
  stake: (spot: string, cents: number) => `${spot} ${dollars(cents)}`,
  onSpots: (cents: number, count: number) => `${dollars(cents)} on ${count} spots`,
  nothing: "nothing",
  drawn: (who: Person, picks: readonly string[]) =>
    `${picks.join(", ")} were drawn for ${who.isYou ? "you" : lower(who.name)}.`,

  gets: (who: Person, cards: string, hand: string | null) =>
    `${does(who, "get", "gets")} ${cards}${hand === null ? "" : ` for ${hand}`}.`,
  laid: (place: string, cards: string) => `${place} ${cards}`,
  cardsOut: "The cards have run out.",
  takesRest: (count: number) => `The dealer takes the other ${count} cards in hand.`,
  shows: (who: Person, cards: string) => `${does(who, "show", "shows")} ${cards}.`,
  sets: (who: Person, cards: string) => `${does(who, "set", "sets")} ${cards}.`,
  goTo: (who: Person, cards: string, count: number, place: string) =>
    `${who.whose} ${cards} ${count > 1 ? "go" : "goes"} to ${place}.`,
  step: (action: string) => `The dealer's step: ${lower(action)}.`,
  has: (who: Person, words: string) =>
    `${words.startsWith("bust") ? does(who, "are", "is") : does(who, "have", "has")} ${words}.`,

  chooses: (who: Person, choice: string, isLate: boolean) =>
    `${who.name}: ${choice}${isLate ? " (time ran out)" : ""}.`,
  /** An option of which only the name is known: `5-card`, `take_insurance`. */
  option: (name: string) => capitalized(name.replaceAll("_", " ")),
  puts: (who: Person, cents: number, spot: string) =>
    `${does(who, "put", "puts")} ${dollars(cents)} on ${spot}.`,

  ofSeat: (who: Person, what: string) => `${who.name}: ${what}.`,
  wager: (spot: string, hand: string) => `${spot} (${hand})`,
  wins: (wager: string, won: number, odds: string, stake: number) =>
    `${wager} wins ${dollars(won)}, ${oddsWords(odds)} on ${dollars(stake)}`,
  loses: (wager: string, stake: number) => `${wager} loses ${dollars(stake)}`,
  pushes: (wager: string, stake: number) => `${wager} pushes, ${dollars(stake)} back`,
  losesHalf: (wager: string, back: number) => `${wager} loses half, ${dollars(back)} back`,
  withheld: (cents: number) => `; ${dollars(cents)} above the largest payout is withheld`,
  inAll: (won: number, count: number) => {
    const result = won > 0 ? `wins ${dollars(won)}` : `loses ${dollars(-won)}`;
    return `${won === 0 ? "breaks even" : result} on ${count} wagers`;
  },

  standsAgain: (spot: string) => `${spot} stands again.`,
  comesBack: (who: Person, spot: string, cents: number) =>
    `${who.whose} ${spot} comes back, ${dollars(cents)}.`,
  isVoid: (reason: string) => `The round is void: ${sentence(reason)}`,
};

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
