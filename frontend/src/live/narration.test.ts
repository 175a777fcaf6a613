import { describe, expect, test } from "vitest";
import type { EventOf, RoundEvent, Settled } from "./events";
import { SEEN, titleOf } from "./fixtures/recorded";
import { Narrator, spokenText } from "./narration";

const TOLD = SEEN.filter((one) => one.lines !== null);

function told(events: readonly RoundEvent[], ...seats: number[]): string[] {
  return new Narrator(new Set(seats)).tell(events).map((line) => line.text);
}

function dealt(place: string, card: string | null, face: "up" | "own" | "down" = "up"): RoundEvent {
  return { event: "card_dealt", place, card, face };
}

function settled(change: Partial<Settled>): Settled {
  return {
    event: "wager_settled",
    seat: 1,
    spot: "Ante",
    stake_cents: 1_000,
    outcome: { result: "win", odds: "1 to 1" },
    returned_cents: 2_000,
    withheld_cents: 0,
    has_own_wager: true,
    place: null,
    because: { clause: "Rule 1", sentence: "Your ace is higher.", hands: [], line: null },
    ...change,
  };
}

const opened: EventOf<"round_opened"> = {
  event: "round_opened",
  settings: null as unknown as EventOf<"round_opened">["settings"],
  device: "shuffler",
  is_physical: false,
  back: null,
  commitment: "ab".repeat(32),
};

describe("recorded rounds", () => {
  test.each(TOLD.map((one) => [titleOf(one), one] as const))(
    "%s: told as the house tells it",
    (_, seen) => {
      const lines = new Narrator(new Set(seen.seats)).tell(seen.events);
      expect(lines.map((line) => [line.text, line.tone])).toEqual(
        (seen.lines ?? []).map(([text, tone]) => [text, tone]),
      );
      const reasons = (seen.lines ?? []).map(([, , at]) => {
        const event = at === undefined ? null : seen.events[at];
        return event?.event === "wager_settled"
          ? [event.because.sentence, event.because.clause]
          : ["", ""];
      });
      expect(lines.map((line) => [line.why, line.clause])).toEqual(reasons);
    },
  );

  test.each(TOLD.map((one) => [titleOf(one), one] as const))(
    "%s: told the same piece by piece",
    (_, seen) => {
      const whole = new Narrator(new Set(seen.seats)).tell(seen.events);
      const narrator = new Narrator(new Set(seen.seats));
      const pieces = seen.events.flatMap((event) => narrator.tell([event], true));
      expect([...pieces, ...narrator.tell([])]).toEqual(whole);
    },
  );

  test("are said without a symbol, and nothing but cards and commitments is said otherwise", () => {
    for (const seen of TOLD) {
      for (const line of new Narrator(new Set(seen.seats)).tell(seen.events)) {
        expect(line.spoken).not.toMatch(/[♣♦♥♠]/u);
        if (!/[♣♦♥♠]|face down|Bets are open/u.test(line.text)) expect(line.spoken).toBe(line.text);
      }
    }
  });
});

describe("cards", () => {
  test("dealt to one place are one sentence, and to another the next", () => {
    const events = [
      dealt("seat 1/Hand", "As", "own"),
      dealt("seat 1/Hand", "Td", "own"),
      dealt("seat 2/Hand", null, "own"),
      dealt("dealer/Hand", null, "down"),
      dealt("dealer/Hand", "9h"),
    ];
    const lines = new Narrator(new Set([1])).tell(events);
    expect(lines.map((line) => line.text)).toEqual([
      "You get A♠ 10♦.",
      "Seat 2 gets 1 card face down.",
      "The dealer gets 1 card face down.",
      "The dealer gets 9♥.",
    ]);
    expect(lines.map((line) => line.spoken)).toEqual([
      "You get ace of spades, ten of diamonds.",
      "Seat 2 gets a card face down.",
      "The dealer gets a card face down.",
      "The dealer gets nine of hearts.",
    ]);
  });

  test("are kept back only while more is to come that may belong to them", () => {
    const narrator = new Narrator(new Set([1]));
    const [first, second] = [dealt("seat 1/Hand", "As", "own"), dealt("seat 1/Hand", "Kd", "own")];
    expect(narrator.tell([first], true)).toEqual([]);
    expect(narrator.tell([second], true)).toEqual([]);
    expect(narrator.tell([]).map((line) => line.text)).toEqual(["You get A♠ K♦."]);
    expect(narrator.tell([]), "nothing is told twice").toEqual([]);
    expect(narrator.tell([{ event: "bets_closed", salt: "00", cut_at: null }], true)).toHaveLength(
      1,
    );
  });

  test("name the hand where there are several, until the round is another", () => {
    const hands = [dealt("seat 1/Blackjack 1", "As"), dealt("seat 1/Blackjack 2", "Kd")];
    expect(told(hands, 1)).toEqual(["You get A♠.", "You get K♦ for Blackjack 2."]);
    expect(told([...hands, opened, dealt("seat 1/Blackjack 1", "2c")], 1).at(-1)).toBe(
      "You get 2♣.",
    );
  });

  test("run out, are set, and go elsewhere", () => {
    expect(told([{ event: "cards_ran_out", wanted: 2, left: 1 }], 1)).toEqual([
      "The cards have run out.",
    ]);
    const set: RoundEvent = {
      event: "cards_moved",
      source: "seat 1/Hand",
      target: "seat 1/Hand",
      positions: [0, 1],
      face: "own",
      cards: ["As", null],
    };
    const go = { ...set, source: "seat 2/Hand", target: "seat 2/Three", cards: [null, null] };
    expect(told([set, go], 1)).toEqual([
      "You set A♠ and 1 card face down.",
      "Seat 2's 2 cards face down go to Three.",
    ]);
  });
});

describe("a round that opens", () => {
  test("shows its commitment and does not read it out", () => {
    const [line] = new Narrator(new Set()).tell([opened]);
    expect(line?.text).toBe(`Bets are open; commitment ${"ab".repeat(32)}.`);
    expect(line?.spoken).toBe("Bets are open.");
  });

  test("does not take real cards for a stacked deck", () => {
    const real = { ...opened, is_physical: true, commitment: null };
    expect(told([real], 1)).toEqual(["Bets are open; real cards."]);
    expect(told([{ ...opened, commitment: null }], 1)).toEqual(["Bets are open; a stacked deck."]);
  });
});

describe("wagers that end", () => {
  test.each([
    [{}, "Ante wins $10, even money on $10."],
    [
      { outcome: { result: "win", odds: "1000 to 1" }, returned_cents: 1_001_000 } as const,
      "Ante wins $10,000, 1,000 to 1 on $10.",
    ],
    [
      {
        outcome: { result: "win", odds: "1 to 2" },
        returned_cents: 500,
        has_own_wager: false,
      } as const,
      "Ante wins $5, one half on $10.",
    ],
    [{ outcome: { result: "lose", odds: null }, returned_cents: 0 } as const, "Ante loses $10."],
    [{ outcome: { result: "push", odds: null } } as const, "Ante pushes, $10 back."],
    [
      { outcome: { result: "half_back", odds: null }, returned_cents: 500 } as const,
      "Ante loses half, $5 back.",
    ],
    [{ place: "seat 1/Ante 2" }, "Ante (Ante 2) wins $10, even money on $10."],
    [
      { withheld_cents: 250 },
      "Ante wins $10, even money on $10; $2.50 above the largest payout is withheld.",
    ],
  ])("%j", (change: Partial<Settled>, text) => {
    expect(told([settled(change)], 1)).toEqual([text]);
  });

  test("of another seat are told in one line, and many only in sum", () => {
    const lost: Partial<Settled> = { outcome: { result: "lose", odds: null }, returned_cents: 0 };
    const two = [settled({}), settled({ ...lost, spot: "Play" })];
    expect(told(two, 2)).toEqual(["Seat 1: Ante wins $10, even money on $10, Play loses $10."]);
    expect(told([...two, ...two], 2)).toEqual(["Seat 1: breaks even on 4 wagers."]);
    const worse = [...two, settled(lost), settled(lost)];
    expect(told(worse, 2)).toEqual(["Seat 1: loses $20 on 4 wagers."]);
    expect(told([...two, settled({ seat: 3 })], 2)).toHaveLength(2);
  });
});

describe("a player of several seats", () => {
  const events: RoundEvent[] = [
    { event: "wagers_placed", seat: 3, stakes: [["Ante", 500]], picks: null },
    dealt("seat 3/Hand", "As", "own"),
    dealt("seat 4/Hand", null, "own"),
    {
      event: "cards_moved",
      source: "seat 3/Hand",
      target: "seat 3/Three",
      positions: [0],
      face: "own",
      cards: ["As"],
    },
    { event: "wager_added", seat: 3, spot: "Play", cents: 500 },
    settled({ seat: 3 }),
    { event: "picks_drawn", seat: 3, picks: ["1", "5", "9"] },
  ];

  test("is told which of them", () => {
    expect(told(events, 1, 3)).toEqual([
      "Seat 3 (you) bets Ante $5.",
      "Seat 3 (you) gets A♠.",
      "Seat 4 gets 1 card face down.",
      "Your seat 3's A♠ goes to Three.",
      "Seat 3 (you) puts $5 on Play.",
      "Seat 3 (you): Ante wins $10, even money on $10.",
      "1, 5, 9 were drawn for seat 3 (you).",
    ]);
  });

  test("has what is his own in his tones, with the reason", () => {
    const lines = new Narrator(new Set([1, 3])).tell(events);
    const tones = lines.map((line) => line.tone).join(" ");
    expect(tones).toBe("plain plain others plain plain win plain");
    expect(lines[5]).toMatchObject({ why: "Your ace is higher.", clause: "Rule 1" });
  });
});

test("cards in any sentence are said", () => {
  expect(spokenText("3 cards: 10♣ 4♦ J♦, another $20")).toBe(
    "3 cards: ten of clubs, four of diamonds, jack of diamonds, another $20",
  );
  expect(spokenText("Seat 2 wins $10.")).toBe("Seat 2 wins $10.");
});
