import { describe, expect, test } from "vitest";
import { CHIPS, COINS, chipsOf, dollars, parseDollars, signedDollars } from "./money";

describe("dollars", () => {
  test.each([
    [0, "$0"],
    [1, "$0.01"],
    [50, "$0.50"],
    [500, "$5"],
    [1250, "$12.50"],
    [123400, "$1,234"],
    [123456789, "$1,234,567.89"],
    [-500, "−$5"],
    [-0, "$0"],
  ])("writes %d cents as %s", (cents, text) => {
    expect(dollars(cents)).toBe(text);
  });

  test("puts a plus before a gain only", () => {
    expect([700, 0, -700].map(signedDollars)).toEqual(["+$7", "$0", "−$7"]);
  });
});

describe("parseDollars", () => {
  test.each([
    ["5", 500],
    ["$5", 500],
    [" $ 1,234.50 ", 123450],
    ["1234.5", 123450],
    [".5", 50],
    ["5.", 500],
    ["0", 0],
    ["−5", -500],
    ["-$5", -500],
    ["+12.05", 1205],
  ])("reads %j as %d cents", (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  test.each(["", "$", ".", "-", "five", "1.234", "12,34", "1,2345", "1e3", "5 5", "9".repeat(20)])(
    "takes %j for no amount",
    (text) => {
      expect(parseDollars(text)).toBeNull();
    },
  );

  test("reads back whatever is written", () => {
    for (let cents = -250_000; cents <= 250_000; cents += 37) {
      expect(parseDollars(dollars(cents))).toBe(cents);
      expect(parseDollars(signedDollars(cents))).toBe(cents);
    }
  });
});

describe("chipsOf", () => {
  test("gives the dearest chips first", () => {
    expect(chipsOf(3_750)).toEqual([
      { value: 2_500, count: 1 },
      { value: 500, count: 2 },
      { value: 100, count: 2 },
      { value: 50, count: 1 },
    ]);
  });

  test("gives nothing for nothing", () => {
    expect(chipsOf(0)).toEqual([]);
    expect(chipsOf(-100)).toEqual([]);
  });

  test("gives exactly the amount, whatever it is", () => {
    for (let cents = 0; cents < 1_300_000; cents += 101) {
      const total = chipsOf(cents).reduce((sum, { value, count }) => sum + value * count, 0);
      expect(total).toBe(cents);
    }
  });

  test("has every value once, falling", () => {
    const values = [...CHIPS, ...COINS];
    expect(values).toEqual([...new Set(values)].sort((a, b) => b - a));
  });
});
