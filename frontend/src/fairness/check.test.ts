import { describe, expect, test } from "vitest";
import type { EventOf, RoundEvent } from "../live/events";
import { checkRound, type Checked, type StepName } from "./check";
import file from "./fixtures/proofs.json";
import type { SlipId } from "./shuffle";

interface Recorded {
  name: string;
  viewer: string;
  ids: SlipId[];
  events: RoundEvent[];
  cards: string;
  dealt: string;
}

const ROUNDS = file.rounds as unknown as Recorded[];
const CASES = ROUNDS.map((one) => [`${one.name}, ${one.viewer}`, one] as const);

function check({ events, ids }: Recorded, ownIds: SlipId[] = []): Checked {
  return checkRound({ events, saltIds: ids, ownIds, table: 1, round: 7 });
}

/** The round with its events of a kind changed. */
function with_<Name extends RoundEvent["event"]>(
  round: Recorded,
  name: Name,
  change: (event: EventOf<Name>) => Partial<EventOf<Name>> | null,
): Recorded {
  const events = round.events.flatMap((event) => {
    if (event.event !== name) return [event];
    const changed = change(event as EventOf<Name>);
    return changed === null ? [] : [{ ...event, ...changed } as RoundEvent];
  });
  return { ...round, events };
}

/** Another digit at the beginning. */
function flipped(hex: string): string {
  return (hex.startsWith("0") ? "1" : "0") + hex.slice(1);
}

function okOf(checked: Checked, name: StepName): boolean | null | undefined {
  return checked.steps.find((one) => one.name === name)?.ok;
}

describe.each(CASES)("%s", (_, round) => {
  test("is proved: the deck is the one the house shuffled, every card at its place", () => {
    const checked = check(round, [round.ids[1] as SlipId]);
    expect(checked.verdict).toBe("proved");
    expect(checked.steps.map((one) => [one.name, one.ok])).toEqual([
      ["commitment", true],
      ["salt", true],
      ["own", true],
      ["cut", true],
      ["cards", true],
    ]);
    expect(checked.steps.every((one) => one.expected === one.found)).toBe(true);
    expect(checked.cards.join(" ")).toBe(round.cards);
    expect(checked.dealt.map((one) => one.expected).join(" ")).toBe(round.dealt);
    expect(checked.dealt.map((one) => one.at)).toEqual(checked.dealt.map((__, at) => at));
    const known = checked.dealt.filter((one) => one.ok !== null);
    expect(known.length).toBeGreaterThan(0);
    expect(known.every((one) => one.ok && one.card === one.expected)).toBe(true);
    if (round.viewer === "the record") expect(known).toHaveLength(checked.dealt.length);
  });

  test("any card that was seen and is another fails", () => {
    const { dealt } = check(round);
    let tried = 0;
    for (const [at, event] of round.events.entries()) {
      const change = changedCard(event);
      if (!change) continue;
      tried += 1;
      const events = round.events.with(at, change);
      const checked = check({ ...round, events });
      expect([event.event, at, checked.verdict]).toEqual([event.event, at, "failed"]);
      expect(okOf(checked, "cards")).toBe(false);
    }
    expect(tried).toBeGreaterThanOrEqual(dealt.filter((one) => one.ok).length / 5);
  });

  test("two cards that were dealt and have changed places fail", () => {
    const faces = new Set<number>();
    round.events.forEach((event, at) => {
      if (event.event === "card_dealt" && event.card !== null) faces.add(at);
    });
    const [one, other] = [...faces];
    if (one === undefined || other === undefined) return;
    const [first, second] = [round.events[one], round.events[other]];
    if (first?.event !== "card_dealt" || second?.event !== "card_dealt") return;
    const events = round.events
      .with(one, { ...first, card: second.card })
      .with(other, { ...second, card: first.card });
    expect(check({ ...round, events }).verdict).toBe("failed");
  });

  test("a card that is left out, or dealt twice, fails", () => {
    const at = round.events.findIndex((event) => event.event === "card_dealt");
    const one = round.events[at] as RoundEvent;
    const without = check({ ...round, events: round.events.toSpliced(at, 1) });
    expect(without.verdict).toBe("failed");
    expect(check({ ...round, events: round.events.toSpliced(at, 0, one) }).verdict).toBe("failed");
  });

  test("another seed, commitment, salt or cut fails, each in its step", () => {
    const wrong: [StepName, Recorded][] = [
      ["commitment", with_(round, "seed_revealed", ({ seed }) => ({ seed: flipped(seed) }))],
      [
        "commitment",
        with_(round, "round_opened", ({ commitment }) => ({
          commitment: flipped(commitment ?? ""),
        })),
      ],
      ["salt", with_(round, "bets_closed", ({ salt }) => ({ salt: flipped(salt) }))],
      ["salt", with_(round, "bets_closed", () => ({ salt: "" }))],
      ["salt", with_(round, "bets_closed", () => ({ salt: "no salt" }))],
      ["cut", with_(round, "bets_closed", ({ cut_at }) => ({ cut_at: ((cut_at ?? 3) % 51) + 1 }))],
      ["commitment", with_(round, "seed_revealed", () => ({ seed: "00" }))],
    ];
    for (const [name, changed] of wrong) {
      const checked = check(changed);
      expect([name, checked.verdict, okOf(checked, name)]).toEqual([name, "failed", false]);
    }
  });

  test("a seed that gives other cards fails even where the house was bound to it", () => {
    const seed = "00".repeat(32);
    const commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    const swapped = with_(
      with_(round, "seed_revealed", () => ({ seed })),
      "round_opened",
      () => ({ commitment }),
    );
    const checked = check(swapped);
    expect(okOf(checked, "commitment")).toBe(true);
    expect([checked.verdict, okOf(checked, "cards")]).toEqual(["failed", false]);
  });

  test("another id, one too many or one too few fails", () => {
    const [first, second] = round.ids as [SlipId, SlipId];
    for (const ids of [
      [{ ...first, id: flipped(first.id) }, second],
      [{ ...first, seat: 9 }, second],
      [...round.ids, { seat: 3, id: "x" }],
      [first],
      [],
    ]) {
      const checked = check({ ...round, ids });
      expect([checked.verdict, okOf(checked, "salt")]).toEqual(["failed", false]);
    }
  });

  test("an own id that is not among them fails, though all else is right", () => {
    const checked = check(round, [{ seat: 1, id: "mine" }]);
    const found = [checked.verdict, okOf(checked, "own"), okOf(checked, "salt")];
    expect(found).toEqual(["failed", false, true]);
  });

  test("an own bet that was taken back is not looked for", () => {
    const sent = round.events.findIndex((event) => event.event === "wagers_placed");
    const bet = round.events[sent] as EventOf<"wagers_placed">;
    const events = round.events.toSpliced(
      sent,
      0,
      { ...bet, seat: 6 },
      { ...bet, seat: 6, stakes: [], picks: [] },
    );
    const checked = check({ ...round, events }, [{ seat: 6, id: "taken-back" }]);
    expect([checked.verdict, okOf(checked, "own")]).toEqual(["proved", undefined]);
  });

  test("without the ids all but the salt is checked", () => {
    const checked = checkRound({ events: round.events, table: 1, round: 7 });
    expect([checked.verdict, okOf(checked, "salt")]).toEqual(["proved", null]);
    const [at] = round.events.flatMap((event, index) => (changedCard(event) ? [index] : []));
    const events = round.events.with(at ?? 0, changedCard(round.events[at ?? 0]) as RoundEvent);
    expect(checkRound({ events, table: 1, round: 7 }).verdict).toBe("failed");
  });
});

/** The event with a card in it that is another; null where it shows none. */
function changedCard(event: RoundEvent | undefined): RoundEvent | null {
  const other = (card: string) => (card === "As" ? "Kd" : "As");
  switch (event?.event) {
    case "card_dealt":
      return event.card === null ? null : { ...event, card: other(event.card) };
    case "cards_turned": {
      const [card, ...cards] = event.cards;
      return card === undefined ? null : { ...event, cards: [other(card), ...cards] };
    }
    case "cards_moved": {
      const at = event.cards.findIndex((card) => card !== null);
      return at < 0
        ? null
        : { ...event, cards: event.cards.with(at, other(event.cards[at] ?? "")) };
    }
    case "device_failed": {
      const at = event.dispensed.findIndex((card) => card !== null);
      if (at < 0) return null;
      const dispensed = event.dispensed.with(at, other(event.dispensed[at] ?? ""));
      return { ...event, dispensed };
    }
    default:
      return null;
  }
}

describe("what cannot be proved", () => {
  const round = ROUNDS[0] as Recorded;

  test.each([
    ["physical", with_(round, "round_opened", () => ({ is_physical: true, commitment: null }))],
    ["unbound", with_(round, "round_opened", () => ({ commitment: null }))],
    ["unbound", with_(round, "round_opened", () => null)],
    ["notClosed", with_(round, "bets_closed", () => null)],
    ["notRevealed", with_(round, "seed_revealed", () => null)],
  ])("%s: nothing is claimed, and it says why", (reason, changed) => {
    const checked = check(changed);
    expect(checked).toMatchObject({ verdict: "not_provable", reason, steps: [], cards: [] });
    expect(checked.sentence).toMatch(/\.$/);
  });

  test("a round in which no card was dealt", () => {
    const events = round.events.filter((event) => !/^card/.test(event.event));
    const checked = check({ ...round, events });
    expect(checked).toMatchObject({ verdict: "not_provable", reason: "noCards", dealt: [] });
    expect(okOf(checked, "commitment")).toBe(true);
  });

  test("a round of which no card was seen, though its seed is right", () => {
    const hidden = with_(
      with_(
        with_(round, "card_dealt", () => ({ card: null })),
        "cards_turned",
        () => null,
      ),
      "cards_moved",
      ({ cards }) => ({ cards: cards.map(() => null) }),
    );
    expect(check(hidden)).toMatchObject({ verdict: "not_provable", reason: "noneSeen" });
    const wrong = with_(hidden, "seed_revealed", ({ seed }) => ({ seed: flipped(seed) }));
    expect(check(wrong).verdict).toBe("failed");
  });
});

test("more cards than a deck has fail", () => {
  const round = ROUNDS.find((one) => one.viewer === "a spectator") as Recorded;
  const dealt = round.events.filter((event) => event.event === "card_dealt");
  const last = { ...(dealt[0] as EventOf<"card_dealt">), card: null };
  const at = round.events.length - 1;
  const more = (count: number) =>
    check({
      ...round,
      events: round.events.toSpliced(at, 0, ...Array.from({ length: count }, () => last)),
    });
  const out = check(round).dealt.length;
  expect(more(52 - out).verdict).toBe("proved");
  const checked = more(53 - out);
  expect([checked.verdict, okOf(checked, "cards")]).toEqual(["failed", false]);
});

test("the result names the round and how to check it elsewhere", () => {
  const round = ROUNDS[0] as Recorded;
  const checked = check(round);
  expect([checked.table, checked.round]).toEqual([1, 7]);
  const opened = round.events[0] as EventOf<"round_opened">;
  expect(checked.command).toMatch(/^croupier shuffle --seed [0-9a-f]{64} --salt [0-9a-f]{64} /);
  expect(checked.command).toContain(`--verify ${opened.commitment ?? ""}`);
});
