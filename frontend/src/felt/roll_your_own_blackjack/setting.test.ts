import { describe, expect, test } from "vitest";
import { isDoubleBlackjack, waysOf } from "./setting";

describe("the ways to set three cards", () => {
  test("which card stands alone, and what the others make", () => {
    const [first] = waysOf([{ name: "alone 1", label: "9♦ A♠ (soft 20) and 9♣ alone" }]);
    expect(first).toEqual({
      option: "alone 1",
      alone: 0,
      label: "9♦ A♠ (soft 20) and 9♣ alone",
      total: "soft 20",
    });
  });
  test("a label of another kind is shown whole", () => {
    expect(waysOf([{ name: "alone 2", label: "The middle" }])[0]?.total).toBe("The middle");
  });
  test.each([
    [["As", "Ad", "Kc"], true],
    [["Ts", "Jd", "Ac"], true],
    [["As", "Ad", "Ac"], false],
    [["As", "Kd", "9c"], false],
    [["Ts", "Kd", "Qc"], false],
  ])("%j is a double blackjack: %s", (cards, is) => {
    expect(isDoubleBlackjack(cards)).toBe(is);
  });
});
