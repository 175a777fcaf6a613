import { describe, expect, test } from "vitest";
import { SEEN } from "../live/fixtures/recorded";
import { folded, handsOf } from "../live/layout";
import { DECK } from "./cards";
import { KINDS, nameThree, qualifies } from "./threeCards";

test("all hands of three cards are of their kind as often as they should be", () => {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  const texts = DECK.map((card) => card.text);
  let qualified = 0;
  for (const [at, first] of texts.entries())
    for (const [next, second] of texts.entries())
      for (const third of texts.slice(next + 1)) {
        if (next <= at) continue;
        const hand = nameThree([first, second, third]);
        counts[hand.kind] = (counts[hand.kind] ?? 0) + 1;
        qualified += Number(qualifies(hand));
      }
  expect(counts).toEqual({
    "high card": 16440,
    pair: 3744,
    flush: 1096,
    straight: 720,
    "three of a kind": 52,
    "straight flush": 48,
  });
  expect(qualified).toBe(15380);
});

test.each([
  ["As Kd Qh", "straight, ace high", "Straight"],
  ["As 2d 3h", "straight, three high", "Straight"],
  ["Ks Ad 2h", "ace-king-two high", "Ace high"],
  ["9s 9d Ah", "pair of nines, ace kicker", "Pair of nines"],
  ["9s Ad Ah", "pair of aces, nine kicker", "Pair of aces"],
  ["6s 6d 6h", "three of a kind, sixes", "Three sixes"],
  ["Jc 4c Tc", "flush, jack-ten-four high", "Flush"],
  ["Qh Ah Kh", "mini royal", "Mini royal"],
  ["9s Ts Js", "straight flush, jack high", "Straight flush"],
])("%s is called as the house calls it", (cards, name, title) => {
  expect(nameThree(cards.split(" "))).toMatchObject({ name, title });
});

describe("dealers' hands of the recorded rounds", () => {
  const called = SEEN.filter((one) => one.seats === null).flatMap(({ name, events }) => {
    if (!name.includes("three-card-poker")) return [];
    const layout = folded(events.filter((event) => event.event !== "cards_collected"));
    const said = layout.called["dealer/Hand"];
    const cards = (handsOf(layout, "dealer")["Hand"] ?? []).flatMap((one) => one.card ?? []);
    return said && cards.length === 3 ? [{ name, said, cards }] : [];
  });

  test("some are recorded", () => expect(called.length).toBeGreaterThan(1));

  test.each(called)("$name: $said", ({ said, cards }) => {
    const hand = nameThree(cards);
    expect(`${hand.name}, ${qualifies(hand) ? "qualifies" : "does not qualify"}`).toBe(said);
  });
});
