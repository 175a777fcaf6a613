import { expect, test } from "vitest";
import { amountText, chipsText, RACK, totalOf, withChip, withoutChip, type Chips } from "./chips";

const laid = (...values: number[]) => values.reduce<Chips>(withChip, {});

test("chips are said dearest first, in whatever order they were put down", () => {
  expect(chipsText(laid(500, 2_500, 100, 2_500))).toBe("2x$25 1x$5 1x$1");
  expect(chipsText(laid(25, 100_000))).toBe("1x$1000 1x$0.25");
  expect(chipsText({})).toBe("none");
});

test("what lies there is worth what its chips are worth", () => {
  expect(totalOf(laid(...RACK))).toBe(RACK.reduce((sum, value) => sum + value, 0));
  expect(totalOf(laid(2_500, 2_500, 50))).toBe(5_050);
});

test("a chip that is taken back leaves what was there before it", () => {
  for (const value of RACK) {
    const before = laid(500, value);
    expect(withoutChip(withChip(before, value), value)).toEqual(before);
  }
  expect(withoutChip(laid(500), 500)).toEqual({});
  expect(withoutChip({}, 500)).toEqual({});
});

test("an amount is said as the house reads it", () => {
  expect([500, 1_250, 123_400].map(amountText)).toEqual(["$5", "$12.50", "$1234"]);
});
