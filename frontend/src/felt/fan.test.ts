import { describe, expect, test } from "vitest";
import { fanned, sizeOf, stepOf } from "./fan";

const PLAN = { places: /.*/, x: 0, y: 0, w: 236, card: 84 };

describe("how cards lie", () => {
  test("two cards lie beside each other in full size", () => {
    const fan = fanned(PLAN, [2]);
    expect(fan.card).toBe(84);
    expect(stepOf(fan, 2)).toEqual({ x: 88, y: 0 });
  });
  test("seven cards stay within their room, in order from left to right", () => {
    const fan = fanned({ ...PLAN, w: 480 }, [7]);
    expect(sizeOf(fan, 7).w).toBeLessThanOrEqual(480);
    expect(stepOf(fan, 7).x).toBeGreaterThan(0.36 * fan.card - 0.01);
  });
  test.each([[[2, 2]], [[2, 2, 2]], [[2, 2, 2, 2, 2]], [[3, 2, 4, 2, 5]]])(
    "split hands %j stay within their room",
    (counts) => {
      const fan = fanned(PLAN, counts);
      const whole = counts.reduce((sum, one) => sum + sizeOf(fan, one).w, 0);
      expect(whole + fan.gap * (counts.length - 1)).toBeLessThanOrEqual(236.01);
      for (const one of counts) expect(sizeOf(fan, one).h).toBeLessThanOrEqual(84 * 1.4 + 0.01);
    },
  );
});
