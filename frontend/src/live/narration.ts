/**
 * What happens at a table, in sentences: for the log, and for those who hear the table instead of
 * seeing it. It is the twin of `croupier.terminal.narration`.
 *
 * Made of events as this viewer gets them, so a sentence cannot name a card he may not see.
 */
import { DECK, shownCards } from "../model/cards";
import { cards as cardWords } from "../words/en/cards";
import { narration as words, persons, type Person } from "../words/en/narration";
import type { Asked, EventOf, RoundEvent, Settled } from "./events";
import { parsePlace, type Owner } from "./places";
import { ending, endings, type Tone } from "./settlements";

export type { Tone } from "./settlements";

export interface Line {
  /** With cards as symbols, `A♠`. */
  text: string;
  /** With cards as they are said, "ace of spades". */
  spoken: string;
  tone: Tone;
  /** For a wager that ended: the sentence that says why. */
  why: string;
  /** And the clause of the rules it follows from. */
  clause: string;
}

type Dealt = EventOf<"card_dealt">;
type Choice = EventOf<"decisions_closed">["choices"][number];

/** Of another seat's stakes no more than can be taken in. */
const MOST_TOLD = 3;
const SYMBOLS = /(?:10|[2-9JQKA])[♣♦♥♠](?: (?:10|[2-9JQKA])[♣♦♥♠])*/gu;
const SPOKEN: ReadonlyMap<string, string> = new Map(DECK.map((card) => [card.shown, card.spoken]));

export class Narrator {
  #own: ReadonlySet<number>;
  #asked = new Map<number, Asked>();
  #isHidden = false;
  /** By place: how many cards lie there. */
  #lying = new Map<string, number>();
  #run: RoundEvent[] = [];
  #lines: Line[] = [];

  /** Tells it to the player of these seats; to a spectator, where there are none. */
  constructor(ownSeats: ReadonlySet<number>) {
    this.#own = ownSeats;
  }

  /**
   * What happened, told. Where more is to come at once, what may be gone on with, such as cards
   * dealt to one place, is kept back so that it can be told in one sentence.
   */
  tell(events: readonly RoundEvent[], moreIsToCome = false): Line[] {
    for (const event of events) {
      const first = this.#run[0];
      if (first && !this.#belong(first, event)) this.#tellRun();
      this.#run.push(event);
    }
    const last = this.#run[0];
    if (last && !(moreIsToCome && this.#belong(last, last))) this.#tellRun();
    const told = this.#lines;
    this.#lines = [];
    return told;
  }

  /** Whether two events are told in one sentence: cards dealt to one place, another's wagers. */
  #belong(one: RoundEvent, other: RoundEvent): boolean {
    if (one.event === "card_dealt" && other.event === "card_dealt") {
      const [place, next] = [parsePlace(one.place), parsePlace(other.place)];
      if (place.owner === "table" && next.owner === "table") return true;
      return one.place === other.place && one.face === other.face;
    }
    if (one.event === "wager_settled" && other.event === "wager_settled")
      return one.seat === other.seat && !this.#own.has(one.seat);
    return false;
  }

  #tellRun(): void {
    const run = this.#run;
    this.#run = [];
    const dealt = run.filter((event) => event.event === "card_dealt");
    const settled = run.filter((event) => event.event === "wager_settled");
    if (dealt.length) this.#tellDealt(dealt);
    else if (settled.length > 1 && settled[0]) {
      const seat = this.#person(settled[0].seat);
      this.#add(words.ofSeat(seat, endings(settled)), "others");
    } else if (run[0]) this.#tellOne(run[0]);
  }

  #tellOne(event: RoundEvent): void {
    switch (event.event) {
      case "round_opened":
        return this.#opened(event);
      case "wagers_placed": {
        const bets = words.bets(this.#person(event.seat), this.#bets(event));
        return this.#of(event.seat, bets);
      }
      case "bets_closed":
        return this.#add(words.noMoreBets, "house");
      case "picks_drawn":
        if (event.picks?.length)
          this.#of(event.seat, words.drawn(this.#person(event.seat), event.picks));
        return;
      case "cards_ran_out":
        return this.#add(words.cardsOut, "house");
      case "rest_released":
        return this.#add(words.takesRest(event.cards), "house");
      case "cards_turned": {
        const { owner } = parsePlace(event.place);
        if (!event.cards.length) return;
        return this.#of(owner, words.shows(this.#person(owner), cardsWords(event.cards)));
      }
      case "cards_moved":
        return this.#moved(event);
      case "dealer_acted":
        return this.#add(words.step(event.action), "house");
      case "hand_called": {
        const { owner } = parsePlace(event.place);
        return this.#of(owner, words.has(this.#person(owner), event.words));
      }
      case "round_voided":
        return this.#add(words.isVoid(event.reason), "house");
      case "wager_added":
        if (this.#own.has(event.seat))
          this.#add(words.puts(this.#person(event.seat), event.cents, event.spot), "plain");
        return;
      case "wager_settled":
        return this.#settled(event);
      case "settlement_reversed":
        return this.#of(event.seat, this.#named(event.seat, words.standsAgain(event.spot)));
      case "wager_returned": {
        const who = this.#person(event.seat);
        return this.#of(event.seat, words.comesBack(who, event.spot, event.cents));
      }
      case "decision_asked":
        this.#asked = new Map(event.asked.map((one) => [one.seat, one]));
        this.#isHidden = event.is_hidden;
        return;
      case "decision_made":
        if (event.choice) this.#chose(event.choice, event.by === "time");
        return;
      case "decisions_closed":
        if (!this.#isHidden) return;
        for (const choice of event.choices) if (!this.#own.has(choice.seat)) this.#chose(choice);
    }
  }

  #opened(event: EventOf<"round_opened">): void {
    this.#asked.clear();
    this.#lying.clear();
    this.#isHidden = false;
    const unbound = event.is_physical ? words.realCards : words.stackedDeck;
    const cards = event.commitment ? words.commitment(event.commitment) : unbound;
    // Nobody wants to hear 64 digits.
    this.#add(words.betsOpen(cards), "house", words.betsOpenShort);
  }

  /** Every stake of the player's own; of others no more than can be taken in. */
  #bets({ seat, stakes }: EventOf<"wagers_placed">): string {
    if (!this.#own.has(seat) && stakes.length > MOST_TOLD) {
      const total = stakes.reduce((sum, [, cents]) => sum + cents, 0);
      return words.onSpots(total, stakes.length);
    }
    return stakes.map(([spot, cents]) => words.stake(spot, cents)).join(", ") || words.nothing;
  }

  #tellDealt(dealt: readonly Dealt[]): void {
    const place = dealt[0]?.place ?? "";
    const { owner } = parsePlace(place);
    if (owner === "table") {
      const laid = dealt.map((event) =>
        words.laid(parsePlace(event.place).name, cardsWords([event.card])),
      );
      return this.#add(`${laid.join(", ")}.`, "house");
    }
    this.#lay(place, dealt.length);
    const cards = cardsWords(dealt.map((event) => event.card));
    this.#of(owner, words.gets(this.#person(owner), cards, this.#handOf(place)));
  }

  #lay(place: string, count: number): void {
    this.#lying.set(place, (this.#lying.get(place) ?? 0) + count);
  }

  /** Which hand, where an owner has cards in several. */
  #handOf(text: string): string | null {
    const { owner, name } = parsePlace(text);
    const hands = [...this.#lying].filter(
      ([place, count]) => count > 0 && parsePlace(place).owner === owner,
    );
    return hands.length > 1 ? name : null;
  }

  #moved(event: EventOf<"cards_moved">): void {
    const { owner } = parsePlace(event.source);
    const count = event.cards.length;
    this.#lay(event.source, -count);
    this.#lay(event.target, count);
    const who = this.#person(owner);
    const cards = cardsWords(event.cards);
    if (event.source === event.target) return this.#of(owner, words.sets(who, cards));
    this.#of(owner, words.goTo(who, cards, count, parsePlace(event.target).name));
  }

  #chose({ seat, option }: Choice, isLate = false): void {
    const options = this.#asked.get(seat)?.options ?? [];
    const label = options.find((one) => one.name === option)?.label ?? words.option(option);
    this.#of(seat, words.chooses(this.#person(seat), label, isLate));
  }

  #settled(event: Settled): void {
    const { text, tone } = ending(event);
    const isOwn = this.#own.has(event.seat);
    if (!isOwn) return this.#add(words.ofSeat(this.#person(event.seat), text), "others");
    const { sentence, clause } = event.because;
    this.#add(this.#named(event.seat, `${text}.`), tone, null, sentence, clause);
  }

  /** A sentence on an own seat names it where the player has several. */
  #named(seat: number, text: string): string {
    if (this.#own.size < 2 || !this.#own.has(seat)) return text;
    return `${persons.ownSeat(seat).name}: ${text}`;
  }

  #person(owner: Owner): Person {
    if (typeof owner !== "number") return persons.dealer;
    if (!this.#own.has(owner)) return persons.seat(owner);
    return this.#own.size > 1 ? persons.ownSeat(owner) : persons.you;
  }

  #of(owner: Owner, text: string): void {
    if (typeof owner !== "number") return this.#add(text, "house");
    this.#add(text, this.#own.has(owner) ? "plain" : "others");
  }

  #add(text: string, tone: Tone, spoken: string | null = null, why = "", clause = ""): void {
    this.#lines.push({ text, spoken: spoken ?? spokenText(text), tone, why, clause });
  }
}

/** `A♠ K♦`, `2 cards face down`; what is not known lies face down. */
function cardsWords(cards: readonly (string | null)[]): string {
  const known = cards.filter((card) => card !== null);
  const hidden = cards.length - known.length;
  const parts = known.length ? [shownCards(known)] : [];
  if (hidden) parts.push(cardWords.faceDown(hidden));
  return parts.join(` ${cardWords.and} `);
}

/** A sentence with the cards in it as they are said; also for the reason of a line. */
export function spokenText(text: string): string {
  return text
    .replace(SYMBOLS, (cards) =>
      cards
        .split(" ")
        .map((card) => SPOKEN.get(card) ?? card)
        .join(", "),
    )
    .replaceAll(cardWords.faceDown(1), cardWords.oneFaceDown);
}
