/**
 * Whether a round was dealt as the house was bound to deal it, worked out here from what this
 * viewer was told and from nothing else. It is the twin of `croupier.table.fairness` and of what
 * `croupier verify-log` does with each round.
 */
import type { EventOf, RoundEvent } from "../live/events";
import { fairness as words } from "../words/en/fairness";
import { cardsOut, type CardOut } from "./dealt";
import { fromHex } from "./sha256";
import { commitmentOf, cutAt, cutOf, makingOf, saltOf, shuffledDeck } from "./shuffle";
import type { Making, SlipId } from "./shuffle";

export type StepName = keyof typeof words.steps;
export type Reason = keyof typeof words.reasons;

export interface RoundToCheck {
  /** The round as this viewer got it, from its opening to its seed. */
  events: readonly RoundEvent[];
  /** The ids of the bets in force when bets closed, where they are known. */
  saltIds?: readonly SlipId[] | null;
  /** The ids that this viewer sent with his own bets, where he remembers them. */
  ownIds?: readonly SlipId[] | null;
  /**
   * Which round it is, to be named beside the result. Nothing is derived from it: every round has
   * a seed of its own, and its one shuffle has the number 0.
   */
  table: number;
  round: number;
}

export interface Step {
  name: StepName;
  /** What is looked at, in a sentence. */
  title: string;
  /** Null where it cannot be told. */
  ok: boolean | null;
  expected: string | null;
  found: string | null;
}

export interface CheckedCard extends CardOut {
  /** The card of the deck that was to come out there. */
  expected: string | null;
  /** Null where this viewer never saw the card that was dealt. */
  ok: boolean | null;
}

export interface Checked {
  table: number;
  round: number;
  steps: Step[];
  verdict: "proved" | "failed" | "not_provable";
  /** Why nothing can be proved; null where something was. */
  reason: Reason | null;
  /** The verdict in a sentence. */
  sentence: string;
  /** The deck as it lay when the first card was dealt, cut and all; empty without a seed. */
  cards: string[];
  dealt: CheckedCard[];
  /** What the shuffle was made of. */
  making: Making | null;
  /** The command with which somebody else can make the deck again, before it is cut. */
  command: string | null;
}

export function checkRound(asked: RoundToCheck): Checked {
  const { events, table, round } = asked;
  const opened = find(events, "round_opened");
  const closed = find(events, "bets_closed");
  const revealed = find(events, "seed_revealed");
  const dealt = cardsOut(events).map((one) => ({ ...one, expected: null, ok: null }));
  const nothing = (reason: Reason): Checked => ({
    table,
    round,
    steps: [],
    verdict: "not_provable",
    reason,
    sentence: words.reasons[reason],
    cards: [],
    dealt,
    making: null,
    command: null,
  });
  if (opened?.is_physical) return nothing("physical");
  if (!opened?.commitment) return nothing("unbound");
  if (!closed) return nothing("notClosed");
  if (!revealed) return nothing("notRevealed");

  const seed = fromHex(revealed.seed);
  const salt = fromHex(closed.salt);
  const steps = [
    commitmentStep(opened.commitment, revealed.seed),
    ...saltSteps(asked, closed.salt),
    cutStep(opened.device, closed),
  ];
  const isSound = commitmentOf(revealed.seed) !== null && salt !== null && salt.length > 0;
  if (!seed || !salt || !isSound) return { ...nothing("unbound"), ...verdictOf(steps, []), steps };

  const shuffled = shuffledDeck(seed, salt);
  const cards = closed.cut_at === null ? shuffled : cutAt(shuffled, closed.cut_at);
  const checked = cardsOut(events).map((one) => checkedCard(one, cards));
  steps.push(cardsStep(checked));
  return {
    table,
    round,
    steps,
    ...verdictOf(steps, checked),
    cards,
    dealt: checked,
    making: makingOf(seed, salt),
    command:
      `croupier shuffle --seed ${revealed.seed} --salt ${closed.salt} ` +
      `--verify ${opened.commitment}`,
  };
}

function find<Name extends RoundEvent["event"]>(
  events: readonly RoundEvent[],
  name: Name,
): EventOf<Name> | undefined {
  return events.find((event) => event.event === name) as EventOf<Name> | undefined;
}

function step(
  name: StepName,
  ok: boolean | null,
  expected: string | null,
  found: string | null,
): Step {
  return { name, title: words.steps[name], ok, expected, found };
}

function commitmentStep(commitment: string, seed: string): Step {
  const found = commitmentOf(seed);
  return step("commitment", found === commitment, commitment, found ?? words.noSeed);
}

/** That the salt is made of the bets' ids, and that none of them was left out. */
function saltSteps({ events, saltIds, ownIds }: RoundToCheck, salt: string): Step[] {
  // Without a salt the house alone picked the order, whatever the ids.
  if (!fromHex(salt)?.length) return [step("salt", false, null, words.noSalt)];
  if (!saltIds) return [step("salt", null, salt, words.idsUnknown)];
  const made = saltOf(saltIds);
  const named = new Set(saltIds.map((one) => one.seat));
  const seats = seatsIn(events);
  const without = seats.filter((seat) => !named.has(seat));
  const isWhole = named.size === saltIds.length && !without.length;
  const found = without.length ? words.noIdOf(without) : made;
  const steps = [step("salt", made === salt && isWhole, salt, found)];
  // A bet that was taken back has no part in the salt.
  const own = (ownIds ?? []).filter((one) => seats.includes(one.seat));
  if (own.length) steps.push(ownStep(own, saltIds));
  return steps;
}

function ownStep(own: readonly SlipId[], saltIds: readonly SlipId[]): Step {
  const missing = own.filter(
    ({ seat, id }) => !saltIds.some((one) => one.seat === seat && one.id === id),
  );
  const sent = own.map((one) => one.id).join(", ");
  const found = missing.length ? words.missingIds(missing.map((one) => one.seat)) : sent;
  return step("own", !missing.length, sent, found);
}

/** The seats whose bets were in force when bets closed, as far as this viewer was told. */
function seatsIn(events: readonly RoundEvent[]): number[] {
  const seats = new Set<number>();
  for (const event of events) {
    if (event.event === "bets_closed") break;
    if (event.event !== "wagers_placed") continue;
    if (event.stakes.length) seats.add(event.seat);
    else seats.delete(event.seat);
  }
  return [...seats];
}

/** Only a deck that is dealt from the hand is cut. */
function cutStep(device: string, { salt, cut_at: found }: EventOf<"bets_closed">): Step {
  const expected = device === "deck" ? cutOf(salt) : null;
  const said = (at: number | null) => (at === null ? words.notCut : words.cutAt(at));
  return step("cut", found === expected, said(expected), said(found));
}

function checkedCard(one: CardOut, deck: readonly string[]): CheckedCard {
  const expected = deck[one.at] ?? null;
  // A card beyond the last of the deck is wrong whatever it is.
  if (expected === null) return { ...one, expected, ok: false };
  return { ...one, expected, ok: one.card === null ? null : one.card === expected };
}

function cardsStep(checked: readonly CheckedCard[]): Step {
  const known = checked.filter((one) => one.ok !== null);
  const wrong = checked.find((one) => one.ok === false);
  if (wrong && wrong.expected === null)
    return step("cards", false, null, words.tooMany(checked.length));
  if (wrong) {
    const said = (card: string | null) => words.cardAt(wrong.at + 1, card ?? "");
    return step("cards", false, said(wrong.expected), said(wrong.card));
  }
  const all = words.allCards(known.length, checked.length);
  return step("cards", known.length ? true : null, all, all);
}

function verdictOf(
  steps: readonly Step[],
  checked: readonly CheckedCard[],
): Pick<Checked, "verdict" | "reason" | "sentence"> {
  if (steps.some((one) => one.ok === false))
    return { verdict: "failed", reason: null, sentence: words.verdicts.failed };
  if (!checked.some((one) => one.ok)) {
    const reason = checked.length ? "noneSeen" : "noCards";
    return { verdict: "not_provable", reason, sentence: words.reasons[reason] };
  }
  return { verdict: "proved", reason: null, sentence: words.verdicts.proved };
}
