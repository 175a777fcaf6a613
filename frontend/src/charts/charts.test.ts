import { describe, expect, test } from "vitest";
import { contrast } from "../ui/colour";
import { heatColours, heatRange } from "./heat";
import { apart, plain, shareOf, ticks } from "./scale";

describe("ticks", () => {
  test.each([
    [0, 10, [0, 2, 4, 6, 8, 10]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-0.07, 0.02, [-0.08, -0.06, -0.04, -0.02, 0, 0.02]],
    [3, 3, [3, 4]],
    [0, 0, [0, 0.2]],
  ])("from %d to %d are round and reach both", (low, high, expected) => {
    const found = ticks(low, high);
    expect(found[0]).toBeLessThanOrEqual(low);
    expect(found.at(-1)).toBeGreaterThanOrEqual(high);
    if (low !== high) expect(found).toEqual(expected);
  });

  test("are never many", () => {
    for (let high = 0.001; high < 1e9; high *= 1.7) {
      expect(ticks(0, high).length).toBeLessThanOrEqual(7);
      expect(ticks(-high, high * 0.3).length).toBeLessThanOrEqual(8);
    }
  });
});

test("a share is counted from the lower end, and nothing is divided by no width", () => {
  expect([shareOf(5, 0, 10), shareOf(-1, -1, 1), shareOf(3, 3, 3)]).toEqual([0.5, 0, 0]);
});

test("plain numbers have a true minus and no more places than they need", () => {
  expect([-0.99338, 12.3456, 1234567.8, 0, -3].map(plain)).toEqual([
    "−0.9934",
    "12.35",
    "1,234,568",
    "0",
    "−3",
  ]);
});

test("labels are moved apart, keep their order and stay inside", () => {
  const placed = apart([50, 52, 51, 99], 20, 100);
  expect(placed).toEqual([40, 80, 60, 100].map((at) => at));
  const sorted = placed.toSorted((a, b) => a - b);
  expect(sorted.every((at, index) => index === 0 || at - sorted[index - 1]! >= 20)).toBe(true);
});

describe("heat", () => {
  const range = heatRange([-3, null, 1], "diverging", 0);

  test("reaches as far below the middle as above", () => {
    expect([range.low, range.middle, range.high]).toEqual([-3, 0, 3]);
  });

  test("tells below from above, and the middle from both", () => {
    const grounds = [-3, 0, 3].map((value) => heatColours(value, range).ground);
    expect(new Set(grounds).size).toBe(3);
  });

  test.each(["diverging", "sequential"] as const)("words on a %s scale can be read", (scale) => {
    const all = heatRange([-1, 1], scale, 0);
    for (let value = -1; value <= 1; value += 0.01) {
      const { ground, words } = heatColours(value, all);
      expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("nothing to show is no reason to fail", () => {
    const none = heatRange([null], "sequential", 0);
    expect(heatColours(0, none).ground).toMatch(/^#[0-9a-f]{6}$/);
  });
});
