import { describe, expect, test } from "vitest";
import {
  boundText,
  decimal,
  digitsOf,
  elided,
  figureText,
  isLong,
  oneIn,
  percent,
  points,
  probability,
  shortPercent,
  signed,
} from "./figures";

const figure = (value: number, error_bound = 0) => ({ exact: null, value, error_bound });

test("percentages have a true minus sign, and nothing is minus nothing", () => {
  expect(percent(392 / 5525)).toBe("7.0950%");
  expect(percent(-0.048507)).toBe("−4.8507%");
  expect(percent(-1e-9)).toBe("0.0000%");
  expect(decimal(-1234.5, 1)).toBe("−1,234.5");
});

test("differences are signed points", () => {
  expect([0.0325792, -0.01, 0].map((one) => points(one))).toEqual(["+3.2579", "−1.0000", "0.0000"]);
  expect(signed("0")).toBe("0");
});

test("small probabilities keep the digits that count", () => {
  expect(probability(0.25610859)).toBe("25.6109%");
  expect(probability(4324 / 133784560)).toBe("0.003232%");
  expect(probability(0)).toBe("0%");
});

test("odds against are said as a player says them", () => {
  expect([1 / 3.9046, 1 / 5525, 1 / 502.27, 0].map(oneIn)).toEqual([
    "1 in 3.90",
    "1 in 5,525.0",
    "1 in 502.3",
    "never",
  ]);
});

test("an axis has no more places than it needs", () => {
  expect([0, 0.05, 0.025, 0.1225].map(shortPercent)).toEqual(["0%", "5%", "2.5%", "12.25%"]);
});

describe("what is uncertain", () => {
  test("carries its bound where it would show", () => {
    expect(figureText(figure(0.5119, 0.00202), "percent", 2)).toBe("51.19% ± 0.21%");
    expect(figureText(figure(0.4266, 0.05406), "percent", 2)).toBe("42.7% ± 5.5%");
  });

  test("and not where it would not", () => {
    expect(figureText(figure(1.639253, 1e-15), "decimal")).toBe("1.6393");
    expect(figureText(figure(0.0337298))).toBe("3.3730%");
  });

  test("is never written closer than it is known", () => {
    for (const bound of [0.000299, 0.00049, 0.0012, 0.03, 0.0999]) {
      for (let value = 0.1; value < 0.2; value += 0.00137) {
        const [shown = "", within = ""] = figureText(figure(value, bound)).split(" ± ");
        const off = Math.abs(parseFloat(shown) / 100 - value);
        expect(off + bound).toBeLessThanOrEqual(parseFloat(within) / 100 + 1e-12);
      }
    }
  });

  test("is money to the cent", () => {
    expect(figureText(figure(-96.937), "money", 2)).toBe("−$96.94");
  });
});

describe("fractions", () => {
  const long = "-35710363862688196826867/184193436437854368525000";

  test("that are short stay whole", () => {
    expect(isLong("392/5525")).toBe(false);
    expect(elided("-9151/9212")).toBe("−9151/9212");
  });

  test("that are long are cut on both sides, and say how long they are", () => {
    expect(isLong(long)).toBe(true);
    expect(elided(long)).toBe("−35710363862…/184193436437…");
    expect(elided(long).length).toBeLessThanOrEqual(30);
    expect(digitsOf(long)).toEqual({ above: 23, below: 24 });
  });
});

test("bounds are rounded upwards", () => {
  expect(boundText(1.2e-17)).toBe("2 × 10⁻¹⁷");
  expect(boundText(9.3e-17)).toBe("1 × 10⁻¹⁶");
  expect(boundText(0.00202)).toBe("0.0021");
});
