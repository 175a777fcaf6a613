import { expect, test } from "vitest";
import { emptyDraft, handsOf, moveText, ordered, toggled, type Draft } from "./moves";

const text = (verb: string, more: Partial<Draft> = {}) =>
  moveText({ ...emptyDraft(verb), ...more });

test.each<[string, Partial<Draft>, string]>([
  ["do", { act: "Inspect the deck" }, "do Inspect the deck"],
  ["open bets", {}, "open bets"],
  ["close bets", {}, "close bets"],
  ["release rest", {}, "release rest"],
  ["collect", {}, "collect"],
  [
    "deal",
    { deals: [{ place: "seat 1/Hand", count: 3, face: "down" }] },
    "deal seat 1/Hand 3 down",
  ],
  ["turn", { place: "dealer/Hand" }, "turn dealer/Hand"],
  [
    "move",
    { place: "dealer/Hand", order: [2, 1, 3], target: "dealer/Best three", face: "up" },
    "move dealer/Hand 2,1,3 to dealer/Best three up",
  ],
  ["ask", { seats: [1, 3] }, "ask 1, 3"],
  ["ask", { seats: [1], hand: "seat 1/Split" }, "ask 1 seat 1/Split"],
  [
    "call",
    { place: "dealer/Hand", words: "pair of nines, qualifies" },
    "call dealer/Hand: pair of nines, qualifies",
  ],
  ["pay", { seats: [1], spot: "Ante", cents: 1_250 }, "pay seat 1 Ante $12.50"],
  ["take", { seats: [2], spot: "Pair Plus", cents: 500 }, "take seat 2 Pair Plus $5"],
  ["push", { seats: [1], spot: "Ante", cents: 500 }, "push seat 1 Ante"],
  ["half", { seats: [1], spot: "High Card", cents: 750 }, "half seat 1 High Card $7.50"],
  [
    "pay",
    { seats: [1], spot: "Blackjack", hand: "seat 1/Split", cents: 1_000 },
    "pay seat 1 Blackjack on seat 1/Split $10",
  ],
])("%s is written as the house reads it", (verb, more, wanted) => {
  expect(text(verb, more)).toBe(wanted);
});

test("several places are dealt to in one step", () => {
  const deals = [
    { place: "table/Burned", count: 1, face: "down" },
    { place: "dealer/Hand", count: 1, face: "up" },
  ] as const;
  expect(text("deal", { deals })).toBe("deal table/Burned 1 down, dealer/Hand 1 up");
});

test.each([
  "do",
  "deal",
  "turn",
  "move",
  "ask",
  "call",
  "pay",
  "take",
  "push",
  "half",
  "",
  "juggle",
])("%s alone is no move yet", (verb) => {
  expect(text(verb)).toBeNull();
});

test("money that is paid or taken is named, and money that stays is not", () => {
  const chosen = { seats: [1], spot: "Ante" };
  for (const verb of ["pay", "take", "half"]) expect(text(verb, chosen)).toBeNull();
  expect(text("push", chosen)).not.toBeNull();
});

test("seats stand in their order, cards in the order they were touched", () => {
  expect([3, 1, 2].reduce(toggled, [] as number[])).toEqual([1, 2, 3]);
  expect(toggled([1, 2], 2)).toEqual([1]);
  expect([3, 1, 2].reduce(ordered, [] as number[])).toEqual([3, 1, 2]);
  expect(ordered([3, 1, 2], 1)).toEqual([3, 2]);
});

test("a hand is one of the seat's own places", () => {
  const places = ["dealer/Hand", "seat 1/Blackjack", "seat 1/Split", "seat 11/Blackjack"];
  expect(handsOf(places, 1)).toEqual(["seat 1/Blackjack", "seat 1/Split"]);
  expect(handsOf(places, undefined)).toEqual([]);
});
