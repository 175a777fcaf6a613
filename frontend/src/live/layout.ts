/**
 * What lies where, folded from the events of a round as this viewer gets them.
 *
 * The same fold as the house makes (`croupier.table.layout`), so that what is shown follows from
 * what was told and from nothing else. Layouts are values: `applied` gives a new one and leaves the
 * old one as it was, so that a page may show one while the next is on its way.
 */
import type { Asked, Face, RoundEvent, Settled } from "./events";
import { parsePlace, type Owner } from "./places";

export interface PlacedCard {
  /** Stays with the card when it is turned or moved, so that it can be followed with the eye. */
  key: number;
  /** Null where its face is not known to whoever looks. */
  card: string | null;
  face: Face;
}

export interface Layout {
  /** By place, as text. */
  cards: Readonly<Record<string, readonly PlacedCard[]>>;
  /** By seat and spot: cents in action. */
  stakes: Readonly<Record<number, Readonly<Record<string, number>>>>;
  /** By seat and spot: cents that were put down, also where they are settled by now. */
  staked: Readonly<Record<number, Readonly<Record<string, number>>>>;
  /** By seat: what it picked before the deal, where this viewer may know. */
  picks: Readonly<Record<number, readonly string[]>>;
  question: string;
  questionIsHidden: boolean;
  /** By seat: what it is asked and has not answered; without options where they are hidden. */
  asked: Readonly<Record<number, Asked>>;
  /** By seat: the last choice that is known, by the name of its option. */
  chosen: Readonly<Record<number, string>>;
  /** The seats for which the clock chose when they were last asked. */
  late: readonly number[];
  /** By place: what the hand was called. */
  called: Readonly<Record<string, string>>;
  settled: readonly Settled[];
  /** By seat and spot: what went back to the player when the round was void. */
  returned: Readonly<Record<number, Readonly<Record<string, number>>>>;
  betsAreClosed: boolean;
  salt: string | null;
  seed: string | null;
  /** What the supervisor must rule on, where the round is held. */
  heldFor: string | null;
  isCollected: boolean;
  isOver: boolean;
  isVoid: boolean;
  voidReason: string | null;
  nextKey: number;
}

export function emptyLayout(): Layout {
  return {
    cards: {},
    stakes: {},
    staked: {},
    picks: {},
    question: "",
    questionIsHidden: false,
    asked: {},
    chosen: {},
    late: [],
    called: {},
    settled: [],
    returned: {},
    betsAreClosed: false,
    salt: null,
    seed: null,
    heldFor: null,
    isCollected: false,
    isOver: false,
    isVoid: false,
    voidReason: null,
    nextKey: 1,
  };
}

export function folded(events: Iterable<RoundEvent>): Layout {
  let layout = emptyLayout();
  for (const event of events) layout = applied(layout, event);
  return layout;
}

export function applied(before: Layout, event: RoundEvent): Layout {
  switch (event.event) {
    case "wagers_placed": {
      const stakes = { ...before.stakes };
      const picks = { ...before.picks };
      if (event.stakes.length) {
        stakes[event.seat] = Object.fromEntries(event.stakes);
        picks[event.seat] = event.picks ?? [];
      } else {
        delete stakes[event.seat];
        delete picks[event.seat];
      }
      return { ...before, stakes, staked: stakes, picks };
    }
    case "bets_closed":
      return { ...before, betsAreClosed: true, salt: event.salt };
    case "picks_drawn":
      return { ...before, picks: { ...before.picks, [event.seat]: event.picks ?? [] } };
    case "card_dealt": {
      const lying = before.cards[event.place] ?? [];
      const one = { key: before.nextKey, card: event.card, face: event.face };
      return {
        ...before,
        cards: { ...before.cards, [event.place]: [...lying, one] },
        nextKey: before.nextKey + 1,
      };
    }
    case "cards_turned":
      return turned(before, event.place, event.cards);
    case "cards_moved":
      return moved(before, event);
    case "decision_asked": {
      const known = new Map(event.asked.map((one) => [one.seat, one]));
      const asked: Record<number, Asked> = {};
      for (const seat of event.seats)
        asked[seat] = known.get(seat) ?? { seat, options: [], default: null, place: null };
      return {
        ...before,
        question: event.question,
        questionIsHidden: event.is_hidden,
        asked,
        late: [],
      };
    }
    case "decision_made": {
      const asked = { ...before.asked };
      delete asked[event.seat];
      const chosen = event.choice
        ? { ...before.chosen, [event.seat]: event.choice.option }
        : before.chosen;
      const late = event.by === "time" ? [...before.late, event.seat] : before.late;
      return { ...before, asked, chosen, late };
    }
    case "decisions_closed": {
      const chosen = { ...before.chosen };
      for (const choice of event.choices) chosen[choice.seat] = choice.option;
      return { ...before, asked: {}, chosen };
    }
    case "wager_added":
      return added(before, event.seat, event.spot, event.cents, true);
    case "hand_called":
      return { ...before, called: { ...before.called, [event.place]: event.words } };
    case "wager_settled": {
      const settled = [...before.settled, event];
      if (!event.has_own_wager) return { ...before, settled };
      return { ...added(before, event.seat, event.spot, -event.stake_cents, false), settled };
    }
    case "settlement_reversed": {
      const settled = before.settled.slice(0, -1);
      return { ...added(before, event.seat, event.spot, event.stake_cents, false), settled };
    }
    case "wager_returned": {
      const spots = { ...before.returned[event.seat] };
      spots[event.spot] = (spots[event.spot] ?? 0) + event.cents;
      const returned = { ...before.returned, [event.seat]: spots };
      return { ...added(before, event.seat, event.spot, -event.cents, false), returned };
    }
    case "irregularity_reported":
      return { ...before, heldFor: event.remedy === "supervisor" ? event.detail : null };
    case "supervisor_ruled":
      return { ...before, heldFor: null };
    case "cards_collected":
      return { ...before, isCollected: true };
    case "round_closed":
      return { ...before, isOver: true };
    case "round_voided":
      return {
        ...before,
        isOver: true,
        isVoid: true,
        voidReason: event.reason,
        asked: {},
        heldFor: null,
      };
    case "seed_revealed":
      return { ...before, seed: event.seed };
    default:
      return before;
  }
}

function turned(before: Layout, place: string, cards: readonly string[]): Layout {
  if (!cards.length) return before;
  const lying = before.cards[place] ?? [];
  const left = [...lying];
  // A device's order and that on the felt are the same; a card that was known stays the same card.
  const shown = cards.map((card, at) => {
    const known = left.findIndex((one) => one.card === card);
    const same = known >= 0 ? left.splice(known, 1)[0] : undefined;
    return { key: same?.key ?? lying[at]?.key ?? before.nextKey + at, card, face: "up" as const };
  });
  const keys = new Set(shown.map((one) => one.key));
  const unique = keys.size === shown.length;
  return {
    ...before,
    cards: {
      ...before.cards,
      [place]: unique
        ? shown
        : shown.map((one, at) => ({ ...one, key: lying[at]?.key ?? before.nextKey + at })),
    },
    nextKey: before.nextKey + cards.length,
  };
}

function moved(before: Layout, event: Extract<RoundEvent, { event: "cards_moved" }>): Layout {
  const lying = before.cards[event.source] ?? [];
  const going: PlacedCard[] = event.positions.map((position, at) => {
    const one = lying[position];
    // Who knew the card before it moved still does.
    return {
      key: one?.key ?? before.nextKey + at,
      card: event.cards[at] ?? one?.card ?? null,
      face: event.face,
    };
  });
  const left = lying.filter((_, at) => !event.positions.includes(at));
  const cards = { ...before.cards };
  if (event.source === event.target) {
    cards[event.source] = [...left, ...going];
  } else {
    if (left.length) cards[event.source] = left;
    else delete cards[event.source];
    cards[event.target] = [...(before.cards[event.target] ?? []), ...going];
  }
  return { ...before, cards, nextKey: before.nextKey + event.positions.length };
}

function added(before: Layout, seat: number, spot: string, cents: number, isNew: boolean): Layout {
  const spots = { ...before.stakes[seat] };
  spots[spot] = (spots[spot] ?? 0) + cents;
  if (!spots[spot]) delete spots[spot];
  const stakes = { ...before.stakes, [seat]: spots };
  if (!isNew) return { ...before, stakes };
  const all = { ...before.staked[seat] };
  all[spot] = (all[spot] ?? 0) + cents;
  return { ...before, stakes, staked: { ...before.staked, [seat]: all } };
}

/** The cards of one owner, by the names of his places. */
export function handsOf(layout: Layout, owner: Owner): Record<string, readonly PlacedCard[]> {
  const found: Record<string, readonly PlacedCard[]> = {};
  for (const [text, cards] of Object.entries(layout.cards)) {
    const place = parsePlace(text);
    if (place.owner === owner) found[place.name] = cards;
  }
  return found;
}

/** What a seat staked and got back in the round so far. */
export function resultOf(layout: Layout, seat: number): { staked: number; returned: number } {
  const staked = Object.values(layout.staked[seat] ?? {}).reduce((sum, cents) => sum + cents, 0);
  let returned = Object.values(layout.returned[seat] ?? {}).reduce((sum, cents) => sum + cents, 0);
  for (const one of layout.settled) if (one.seat === seat) returned += one.returned_cents;
  return { staked, returned };
}
