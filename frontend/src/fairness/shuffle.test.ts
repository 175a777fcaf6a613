import { describe, expect, test } from "vitest";
import { DECK } from "../model/cards";
import file from "./fixtures/proofs.json";
import { fromHex } from "./sha256";
import { commitmentOf, cutAt, cutOf, makingOf, saltOf, shuffledDeck } from "./shuffle";

function bytes(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array(0);
}

describe("a shuffle", () => {
  test.each(file.shuffles.map((one, at) => [at, one] as const))(
    "%d is the one the house makes",
    (_, { seed, salt, number, cards, commitment }) => {
      expect(shuffledDeck(bytes(seed), bytes(salt), number).join(" ")).toBe(cards);
      expect(commitmentOf(seed)).toBe(commitment);
    },
  );

  test("of the worked example is the one in docs/fairness.md", () => {
    const [seed, salt] = [Uint8Array.from({ length: 32 }, (_, at) => at), bytes("c0ffee")];
    const deck = shuffledDeck(seed, salt);
    expect(deck.slice(0, 3)).toEqual(["5c", "8d", "Qc"]);
    expect(deck.slice(-2)).toEqual(["9h", "9s"]);
    expect(makingOf(seed, salt)).toEqual({
      saltHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      info: "63726f75706965722073687566666c652031" + "00000000",
      streamStart: "179f815e896c16b9f7fe69fd5b70538b",
    });
  });

  test("holds every card once, and is another for another seed, salt or number", () => {
    const seed = new Uint8Array(32);
    const decks = [
      shuffledDeck(seed, bytes("ab")),
      shuffledDeck(seed, bytes("ab00")),
      shuffledDeck(seed, bytes("ab"), 1),
      shuffledDeck(seed.with(31, 1), bytes("ab")),
    ];
    for (const deck of decks)
      expect([...deck].sort()).toEqual(DECK.map((card) => card.text).sort());
    expect(new Set(decks.map((deck) => deck.join())).size).toBe(4);
  });

  test("takes no seed that is not one", () => {
    for (const seed of ["", "00".repeat(31), "00".repeat(33), "zz".repeat(32)])
      expect(commitmentOf(seed)).toBeNull();
  });
});

describe("a salt", () => {
  test.each(file.salts.map((one, at) => [at, one] as const))(
    "%d follows from the ids as in the house, and the cut from it",
    (_, { ids, salt, cut_at }) => {
      expect(saltOf(ids)).toBe(salt);
      expect(saltOf([...ids].reverse())).toBe(salt);
      expect(cutOf(salt)).toBe(cut_at);
    },
  );

  test("cuts from 1 to 51 cards deep, everywhere", () => {
    const cuts = new Set(Array.from({ length: 2_000 }, (_, at) => cutOf(String(at))));
    expect([...cuts].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 51 }, (_, at) => at + 1),
    );
  });
});

test("a cut puts the cards above it below the others", () => {
  expect(cutAt([1, 2, 3, 4], 1)).toEqual([2, 3, 4, 1]);
  expect(cutAt([1, 2, 3, 4], 3)).toEqual([4, 1, 2, 3]);
});
