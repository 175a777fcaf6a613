import { describe, expect, it } from "vitest";
import { layoutAt, recordsOf, type RecalledStep } from "./records";

let number = 0;
function step(what: object, more: Partial<RecalledStep> = {}): RecalledStep {
  number += 1;
  return {
    entry: number,
    event: number,
    at_ms: 1_000 * number,
    what: what as RecalledStep["what"],
    credit_before_cents: null,
    credit_after_cents: null,
    is_on_paper: false,
    actor: "house",
    ...more,
  };
}

const began = step({
  event: "round_began",
  round: 3,
  device: "deck",
  is_physical: true,
  back: "red",
  commitment: null,
});
const bet = step({ event: "wagers_placed", seat: 2, stakes: [["Ante", 500]], picks: null });
const tip = step({ event: "tip_given", seat: 2, cents: 100 });
const dealt = step({ event: "card_dealt", place: "seat 2/Hand", card: "As", face: "up" });
const over = step({ event: "round_closed" });
const revised = step({
  event: "round_revised",
  round: 3,
  from_event: 2,
  event_count: 2,
  is_on_paper: true,
  reason: "Misread.",
  by: 1,
  approved_by: 2,
});
const again = step(
  { event: "card_dealt", place: "seat 2/Hand", card: "Ks", face: "up" },
  { is_on_paper: true },
);
const overAgain = step({ event: "round_closed" }, { is_on_paper: true });
const settings = {} as Parameters<typeof layoutAt>[2];

describe("the records of a round", () => {
  it("is one where nothing was revised", () => {
    const records = recordsOf([began, bet, dealt, over]);
    expect(records).toEqual([{ steps: [began, bet, dealt, over], isSuperseded: false }]);
  });

  it("keeps what was superseded, and puts what was revised in its place", () => {
    const steps = [began, bet, tip, dealt, over, revised, again, overAgain];
    const [old, now] = recordsOf(steps);
    expect(old).toEqual({ steps: [began, bet, tip, dealt, over], isSuperseded: true });
    expect(now).toEqual({
      steps: [began, bet, tip, revised, again, overAgain],
      isSuperseded: false,
    });
  });

  it("knows what lay where after each step", () => {
    const [old, now] = recordsOf([began, bet, tip, dealt, over, revised, again, overAgain]);
    expect(layoutAt(old!, 1, settings).stakes).toEqual({});
    expect(layoutAt(old!, 3, settings).stakes).toEqual({ 2: { Ante: 500 } });
    expect(layoutAt(old!, 5, settings).cards["seat 2/Hand"]?.[0]?.card).toBe("As");
    expect(layoutAt(now!, 6, settings).cards["seat 2/Hand"]?.[0]?.card).toBe("Ks");
    expect(layoutAt(now!, 4, settings).isOver).toBe(false);
    expect(layoutAt(now!, 6, settings).isOver).toBe(true);
  });
});
