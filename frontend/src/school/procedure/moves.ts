/**
 * A dealer's move in a line, put together of what was chosen: `deal seat 1/Hand 3 down`. The house
 * reads the line; what is written here is no more than a way to write it without typing.
 */
import { school } from "../../words/en/school";
import { amountText } from "../question/chips";

export type Facing = "up" | "down";

/** Cards dealt to one place. */
export interface DealPart {
  place: string;
  count: number;
  face: Facing;
}

/** What was chosen so far; a field that the verb has no use for is left alone. */
export interface Draft {
  verb: string;
  act: string;
  deals: readonly DealPart[];
  /** Where cards are turned, called, or moved from. */
  place: string;
  /** Which of them are moved, counted from 1, in order. */
  order: readonly number[];
  target: string;
  face: Facing;
  seats: readonly number[];
  /** The one hand of several that is asked about or settled. */
  hand: string;
  words: string;
  spot: string;
  cents: number | null;
}

export function emptyDraft(verb = ""): Draft {
  return {
    verb,
    act: "",
    deals: [],
    place: "",
    order: [],
    target: "",
    face: "up",
    seats: [],
    hand: "",
    words: "",
    spot: "",
    cents: null,
  };
}

/** Verbs that say all by themselves. */
const WHOLE: ReadonlySet<string> = new Set(["open bets", "close bets", "release rest", "collect"]);
/** Of settling: those that name an amount. */
const PAID: ReadonlySet<string> = new Set(["pay", "take", "half"]);

/** What a button calls it; a verb that has no other name is called as it is written. */
export function verbName(verb: string): string {
  return (school.procedure.doing as Readonly<Record<string, string>>)[verb] ?? verb;
}

export function isWhole(verb: string): boolean {
  return WHOLE.has(verb);
}

export function hasAmount(verb: string): boolean {
  return PAID.has(verb);
}

export function settles(verb: string): boolean {
  return hasAmount(verb) || verb === "push";
}

function dealText({ place, count, face }: DealPart): string {
  return `${place} ${count} ${face}`;
}

/** The line; null while something is missing. */
export function moveText(draft: Draft): string | null {
  const { verb, act, deals, place, order, target, face, seats, hand, words, spot, cents } = draft;
  if (isWhole(verb)) return verb;
  if (settles(verb)) {
    const [seat] = seats;
    if (seat === undefined || !spot || (hasAmount(verb) && !cents)) return null;
    const amount = hasAmount(verb) ? ` ${amountText(cents ?? 0)}` : "";
    return `${verb} seat ${seat} ${spot}${hand ? ` on ${hand}` : ""}${amount}`;
  }
  switch (verb) {
    case "do":
      return act ? `do ${act}` : null;
    case "deal":
      return deals.length ? `deal ${deals.map(dealText).join(", ")}` : null;
    case "turn":
      return place ? `turn ${place}` : null;
    case "move":
      if (!place || !target || !order.length) return null;
      return `move ${place} ${order.join(",")} to ${target} ${face}`;
    case "ask":
      return seats.length ? `ask ${seats.join(", ")}${hand ? ` ${hand}` : ""}` : null;
    case "call":
      return place && words ? `call ${place}: ${words}` : null;
    default:
      return null;
  }
}

/** A seat among others in order, or no longer among them. */
export function toggled(seats: readonly number[], seat: number): number[] {
  return seats.includes(seat)
    ? seats.filter((one) => one !== seat)
    : [...seats, seat].sort((one, other) => one - other);
}

/** A card last in the order it is moved, or no longer moved. */
export function ordered(order: readonly number[], at: number): number[] {
  return order.includes(at) ? order.filter((one) => one !== at) : [...order, at];
}

/** The places of a seat, of which it may have several. */
export function handsOf(places: readonly string[], seat: number | undefined): string[] {
  return seat === undefined ? [] : places.filter((one) => one.startsWith(`seat ${seat}/`));
}
