import { describe, expect, test } from "vitest";
import {
  DECK,
  byRank,
  bySuit,
  findCard,
  parseCard,
  readCard,
  shownCards,
  spokenCards,
} from "./cards";

describe("a card", () => {
  test.each([
    ["2c", 0, "2♣", "two of clubs", false],
    ["2d", 1, "2♦", "two of diamonds", true],
    ["Td", 33, "10♦", "ten of diamonds", true],
    ["Jh", 38, "J♥", "jack of hearts", true],
    ["As", 51, "A♠", "ace of spades", false],
  ])("%s has its number, face and name", (text, number, shown, spoken, isRed) => {
    expect(parseCard(text)).toMatchObject({ text, number, shown, spoken, isRed });
  });

  test("is there 52 times, all different", () => {
    expect(DECK).toHaveLength(52);
    for (const key of ["text", "shown", "spoken"] as const)
      expect(new Set(DECK.map((card) => card[key])).size).toBe(52);
    expect(DECK.map((card) => card.number)).toEqual(Array.from({ length: 52 }, (_, at) => at));
    expect(DECK.filter((card) => card.isRed)).toHaveLength(26);
  });

  test("has the corner index and symbol of which it is shown", () => {
    for (const card of DECK) expect(card.index + card.symbol).toBe(card.shown);
    expect(parseCard("Th").index).toBe("10");
  });

  test.each(["", "A", "1s", "10d", "AS", "Ax", "Asd", "toString"])("%j is none", (text) => {
    expect(findCard(text)).toBeNull();
    expect(() => parseCard(text)).toThrow(`“${text}” is not a card`);
  });
});

describe("readCard", () => {
  test.each([
    ["as", "As"],
    [" AS ", "As"],
    ["10d", "Td"],
    ["td", "Td"],
    ["t♦", "Td"],
    ["A♠", "As"],
    ["A♠\uFE0F", "As"],
    ["q♡", "Qh"],
    ["2C", "2c"],
  ])("takes %j for %s", (typed, text) => {
    expect(readCard(typed)?.text).toBe(text);
  });

  test.each(["", "a", "1s", "11d", "0d", "a s", "as kd", "♠A", "A♠♠"])(
    "takes %j for none",
    (typed) => {
      expect(readCard(typed)).toBeNull();
    },
  );

  test("reads back every card as it is written and as it is shown", () => {
    for (const card of DECK) {
      expect(readCard(card.text)).toBe(card);
      expect(readCard(card.shown)).toBe(card);
    }
  });
});

describe("several cards", () => {
  const hand = ["9c", "As", "Ad", "Th", "2s"];

  test("are shown and said in their order", () => {
    expect(shownCards(["As", "Td"])).toBe("A♠ 10♦");
    expect(spokenCards(["As", "Td"])).toBe("ace of spades, ten of diamonds");
    expect(shownCards([])).toBe("");
  });

  test("are sorted as a hand is held", () => {
    expect([...hand].sort(byRank)).toEqual(["As", "Ad", "Th", "9c", "2s"]);
  });

  test("are sorted by suit", () => {
    expect([...hand].sort(bySuit)).toEqual(["As", "2s", "Th", "Ad", "9c"]);
  });
});
