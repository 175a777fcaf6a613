import { describe, expect, test } from "vitest";
import { shownTotal, totalOf } from "./total";

describe("what blackjack cards come to", () => {
  test("an ace counts eleven while that is no bust", () => {
    expect(totalOf(["As", "7d"])).toEqual({ total: 18, isSoft: true });
    expect(totalOf(["As", "7d", "9c"])).toEqual({ total: 17, isSoft: false });
    expect(totalOf(["As", "Ad"])).toEqual({ total: 12, isSoft: true });
  });
  test("tens and faces count ten", () => {
    expect(totalOf(["Ts", "Jd"]).total).toBe(20);
    expect(totalOf(["Qs", "Kd", "5c"]).total).toBe(25);
  });
  test("a soft total is shown both ways, twenty-one once", () => {
    expect(shownTotal(["As", "6d"])).toBe("7/17");
    expect(shownTotal(["As", "Kd"])).toBe("21");
    expect(shownTotal(["9s", "Kd"])).toBe("19");
  });
  test("nothing is told of a card that lies face down, nor of one alone", () => {
    expect(shownTotal(["As", null])).toBeNull();
    expect(shownTotal(["As"])).toBeNull();
  });
});
