import { describe, expect, test } from "vitest";
import { contrast } from "../../ui/colour";
import { allLines } from "../pays/spots";
import { decisionCell, GROUNDS, partsOf } from "./decisions";
import { byPairs, curveOf, highHands, twoCards, underHighest } from "./hands";

const exact = (value: number) => ({ exact: null, value, error_bound: 0 });

describe("decisions", () => {
  test("are told by their letter, whatever stands behind it", () => {
    expect(partsOf("S* 6H")).toEqual([{ kind: "S", share: 1 }]);
    expect(decisionCell("S* 6H")?.text).toBe("S* 6H");
    expect(decisionCell("fold")?.text).toBe("F");
    expect(decisionCell("")).toBeNull();
  });

  test("that are divided show the larger part, and name both", () => {
    expect(partsOf("5-card 41%, 3-card 59%")[0]).toEqual({ kind: "3-card", share: 0.59 });
    const cell = decisionCell("5-card 41%, 3-card 59%");
    expect(cell?.text).toBe("3 59%");
    expect(cell?.note).toBe("5-card 41%, 3-card 59%");
    expect(cell?.ground).toContain("59%");
  });

  test("can be read on their colours", () => {
    for (const ground of GROUNDS) expect(contrast("#ffffff", ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe("hands", () => {
  const row = (name: string, hands: number, play: number) => ({
    name,
    figures: [exact(hands), exact(play), exact(-1)],
  });
  const hands = {
    title: "",
    is_percent: false,
    columns: ["Hand", "Hands", "Play", "Fold"],
    rows: [
      row("Ac Kc Qc, mini royal", 4, 6),
      row("Qc 7d 4h, queen-seven-four high", 24, -0.9),
      row("Qc 7c 4d, queen-seven-four high", 12, -0.96),
      row("Qd Qc 4h, pair of queens, four kicker", 12, 1),
      row("5c 4d 2h, five-four-two high", 24, -1.14),
    ],
  };

  test("of one kind are one, whatever their suits; what is more than high is left out", () => {
    const found = highHands(hands, ["Play", "Fold"]);
    expect(found.map((one) => one.ranks.join(""))).toEqual(["Q74", "542"]);
    expect(found[0]?.means[0]).toBeCloseTo(-0.92, 12);
    expect(found[0]?.means[1]).toBe(-1);
  });

  test("under one highest card have no cell where there is no hand", () => {
    const grid = underHighest(highHands(hands, ["Play"]), "Q", () => ({ text: "x", value: 1 }));
    expect([grid.rows, grid.columns]).toEqual([["7"], ["4"]]);
  });

  test("fall along a curve that ends at all of them", () => {
    const curve = curveOf(hands, "Play", 1000);
    expect(curve.at(-1)).toEqual({ share: 1, value: -1.14 });
    expect(curve.every((one, at) => at === 0 || one.value <= (curve[at - 1]?.value ?? 0))).toBe(
      true,
    );
  });

  test("of two cards know their best option and what the next costs", () => {
    const found = twoCards({
      title: "",
      is_percent: false,
      columns: ["Hand and up card", "Best", "Stand", "Hit", "Double", "Split"],
      rows: [
        {
          name: "A-A against 2",
          figures: [exact(0.5), exact(-0.3), exact(0.1), null, exact(0.5)],
        },
      ],
    });
    expect(found.found.get("A-A 2")).toEqual({
      best: "Split",
      value: 0.5,
      next: { option: "Hit", cost: 0.4 },
    });
  });

  test("are card by card only where every row is two cards", () => {
    expect(byPairs(hands)).toBeNull();
  });
});

test("lines of several tables keep the best first", () => {
  const table = (...names: string[]) => ({ lines: names.map((name) => ({ name, odds: "1" })) });
  expect(allLines([table("Flush", "Pair"), table("Royal", "Flush", "Straight", "Pair")])).toEqual([
    "Royal",
    "Flush",
    "Straight",
    "Pair",
  ]);
});
