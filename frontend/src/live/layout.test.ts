import { describe, expect, test } from "vitest";
import type { RoundEvent } from "./events";
import { SEEN, titleOf, type Change } from "./fixtures/recorded";
import { applied, emptyLayout, folded, handsOf, resultOf, type Layout } from "./layout";

type State = Record<string, unknown>;

/** The layout as the house writes it down for this test (`tests/pages/rounds.py`). */
function stateOf(layout: Layout): State {
  // The pages leave what was collected on the felt to be looked at; the house takes it away.
  const cards = layout.isCollected ? {} : layout.cards;
  return {
    cards: mapped(cards, (lying) =>
      lying.map((one) => `${one.card ?? "?"} ${one.face}`).join(", "),
    ),
    stakes: mapped(layout.stakes, (spots) => spots),
    picks: withoutEmpty(mapped(layout.picks, (picks) => picks.join(" "))),
    asked: mapped(layout.asked, (asked) => asked.options.map((one) => one.name).join(" ")),
    late: [...layout.late].sort((one, other) => one - other),
    settled: layout.settled.length,
    bets_are_closed: layout.betsAreClosed,
    salt: layout.salt,
    is_over: layout.isOver,
    is_void: layout.isVoid,
  };
}

function mapped<Value, To>(
  by: Readonly<Record<string, Value>>,
  to: (value: Value) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(by).map(([key, value]) => [key, to(value)]));
}

function withoutEmpty(by: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(by).filter(([, text]) => text));
}

/** The state after a change: what is null is gone, what is an object is changed by name. */
function changed(before: State, change: Change): State {
  const after: State = { ...before };
  for (const [key, value] of Object.entries(change)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) after[key] = value;
    else {
      const merged = Object.entries({ ...(before[key] as object), ...value });
      after[key] = Object.fromEntries(merged.filter(([, one]) => one !== null));
    }
  }
  return after;
}

describe("recorded rounds", () => {
  test.each(SEEN.map((one) => [titleOf(one), one] as const))(
    "%s: after every event the same lies there as in the house",
    (_, { events, changes }) => {
      let layout = emptyLayout();
      let expected: State = {};
      for (const [at, event] of events.entries()) {
        layout = applied(layout, event);
        expected = changed(expected, changes[at] ?? {});
        expect({ at, event: event.event, ...stateOf(layout) }).toEqual({
          at,
          event: event.event,
          ...expected,
        });
      }
      expect(layout.isOver).toBe(true);
      expect(folded(events)).toEqual(layout);
    },
  );

  test.each(SEEN.map((one) => [titleOf(one), one] as const))(
    "%s: a layout is left as it was when the next is made",
    (_, { events }) => {
      let layout = emptyLayout();
      for (const event of events) {
        const before = JSON.stringify(layout);
        const next = applied(layout, event);
        expect(JSON.stringify(layout)).toBe(before);
        layout = next;
      }
    },
  );

  test.each(SEEN.map((one) => [titleOf(one), one] as const))(
    "%s: cards keep keys of their own",
    (_, { events }) => {
      let layout = emptyLayout();
      for (const event of events) {
        const before = Object.values(layout.cards).flat();
        layout = applied(layout, event);
        const after = Object.values(layout.cards).flat();
        expect(new Set(after.map((one) => one.key)).size, event.event).toBe(after.length);
        if (event.event === "card_dealt") continue;
        const keys = new Set(before.map((one) => one.key));
        expect(
          after.filter((one) => !keys.has(one.key)),
          event.event,
        ).toEqual([]);
        for (const one of after) {
          const known = before.find((other) => other.key === one.key)?.card;
          if (known) expect(one.card, event.event).toBe(known);
        }
      }
    },
  );

  test.each(SEEN.map((one) => [titleOf(one), one] as const))(
    "%s: the results add up",
    (_, { events }) => {
      const layout = folded(events);
      for (const seat of Object.keys(layout.staked).map(Number)) {
        const down: Record<string, number> = {};
        let returned = 0;
        for (const event of events) {
          if (!("seat" in event) || event.seat !== seat) continue;
          if (event.event === "wagers_placed") {
            for (const spot of Object.keys(down)) delete down[spot];
            Object.assign(down, Object.fromEntries(event.stakes));
          }
          if (event.event === "wager_added")
            down[event.spot] = (down[event.spot] ?? 0) + event.cents;
          if (event.event === "wager_settled") returned += event.returned_cents;
          if (event.event === "settlement_reversed") returned -= event.returned_cents;
          if (event.event === "wager_returned") returned += event.cents;
        }
        const staked = Object.values(down).reduce((sum, cents) => sum + cents, 0);
        expect(resultOf(layout, seat)).toEqual({ staked, returned });
        expect(layout.stakes[seat], "nothing is left in action").toEqual({});
      }
    },
  );
});

describe("a layout", () => {
  const dealt: RoundEvent = { event: "card_dealt", place: "seat 1/Hand", card: "As", face: "own" };

  test("finds the hands of an owner by their names", () => {
    const layout = folded([
      dealt,
      { ...dealt, place: "seat 11/Hand", card: "Kd" },
      { ...dealt, place: "dealer/Hand", card: null, face: "down" },
      { ...dealt, place: "table/Cell 4", card: "2c", face: "up" },
    ]);
    expect(Object.keys(handsOf(layout, 1))).toEqual(["Hand"]);
    expect(handsOf(layout, 1)["Hand"]?.[0]?.card).toBe("As");
    expect(handsOf(layout, "dealer")["Hand"]?.[0]?.card).toBeNull();
    expect(handsOf(layout, "table")["Cell 4"]?.[0]?.card).toBe("2c");
    expect(handsOf(layout, 2)).toEqual({});
  });

  test("follows a card that its player knew while it is turned in another order", () => {
    const hand = folded([dealt, { ...dealt, card: "Kd" }, { ...dealt, card: "2c" }]);
    const key = (layout: Layout, card: string) =>
      layout.cards["seat 1/Hand"]?.find((one) => one.card === card)?.key;
    const turned = applied(hand, {
      event: "cards_turned",
      place: "seat 1/Hand",
      cards: ["2c", "As", "Kd"],
    });
    for (const card of ["As", "Kd", "2c"]) expect(key(turned, card)).toBe(key(hand, card));
  });

  test("still knows a card that its player knew before it was put away face down", () => {
    const hand = folded([dealt, { ...dealt, card: "Kd" }]);
    const layout = applied(hand, {
      event: "cards_moved",
      source: "seat 1/Hand",
      target: "seat 1/Discards",
      positions: [1],
      face: "down",
      cards: [null],
    });
    expect(layout.cards).toMatchObject({
      "seat 1/Hand": [{ card: "As", face: "own" }],
      "seat 1/Discards": [{ card: "Kd", face: "down" }],
    });
  });

  test("names the seats for which the clock chose until the next question", () => {
    const asked: RoundEvent = {
      event: "decision_asked",
      question: "Play?",
      seats: [1, 2],
      is_hidden: true,
      asked: [{ seat: 1, options: [], default: null, place: null }],
    };
    const made: RoundEvent = {
      event: "decision_made",
      choice: null,
      seat: 2,
      by: "time",
      is_hidden: true,
    };
    const late = folded([asked, made]);
    expect(late.late).toEqual([2]);
    expect(Object.keys(late.asked)).toEqual(["1"]);
    expect(applied(late, asked).late).toEqual([]);
  });

  test("forgets a slip that was taken back", () => {
    const bet: RoundEvent = {
      event: "wagers_placed",
      seat: 1,
      stakes: [["Ante", 500]],
      picks: ["1"],
    };
    const layout = folded([bet, { ...bet, seat: 2 }, { ...bet, stakes: [], picks: [] }]);
    for (const by of [layout.stakes, layout.staked, layout.picks])
      expect(Object.keys(by)).toEqual(["2"]);
  });

  test("is held until the supervisor has ruled or the round is void", () => {
    const report: RoundEvent = {
      event: "irregularity_reported",
      kind: "dealer_error",
      detail: "A card fell.",
      remedy: "supervisor",
    };
    const held = folded([report]);
    expect(held.heldFor).toBe("A card fell.");
    expect(folded([{ ...report, remedy: "continue" }]).heldFor).toBeNull();
    const ruled = { event: "supervisor_ruled", remedy: "continue", reason: "" } as const;
    expect(applied(held, ruled).heldFor).toBeNull();
    const voided = applied(held, { event: "round_voided", reason: "A card fell." });
    expect(voided).toMatchObject({ heldFor: null, isVoid: true, voidReason: "A card fell." });
  });

  test("knows the seed when it is revealed", () => {
    expect(folded([{ event: "seed_revealed", seed: "ab" }]).seed).toBe("ab");
  });
});
