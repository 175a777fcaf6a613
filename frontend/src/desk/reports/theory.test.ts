import { describe, expect, it } from "vitest";
import { theoryOf, type TableBet } from "./theory";

function bet(name: string, per: string | null, value: number | null): TableBet {
  const figure = value === null ? null : { exact: null, value, error_bound: 0 };
  return { name, per, edge: figure, element_of_risk: figure };
}

describe("what was to be won", () => {
  it("is the edge of each bet on what was staked before the deal", () => {
    const bets = [bet("Ante and Play", "Ante", 0.03), bet("Pair Plus", "Pair Plus", 0.07)];
    const staked = [
      { spot: "Ante", staked_cents: 10_000 },
      { spot: "Pair Plus", staked_cents: 5_000 },
    ];
    expect(theoryOf(staked, bets)).toMatchObject({ expectedCents: 650, missing: [] });
  });

  it("leaves out, and names, a spot whose edge is not known", () => {
    const bets = [bet("Ante and Play", "Ante", 0.03), bet("Pair Plus", "Pair Plus", null)];
    const staked = [
      { spot: "Ante", staked_cents: 10_000 },
      { spot: "Pair Plus", staked_cents: 5_000 },
    ];
    expect(theoryOf(staked, bets)).toMatchObject({ expectedCents: 300, missing: ["Pair Plus"] });
  });

  it("is nothing where nobody bet, and not known where no edge is", () => {
    expect(theoryOf([], []).expectedCents).toBe(0);
    expect(theoryOf([{ spot: "Ante", staked_cents: 100 }], []).expectedCents).toBeNull();
  });
});
