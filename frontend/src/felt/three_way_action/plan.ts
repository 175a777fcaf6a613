/**
 * 3 Way-Action: three spots in a row, the cards dealt on the felt above each. They go from game to
 * game, so Blackjack may spread over what High Card has left, and Poker over all.
 */
import { feltsBlackjack } from "../../words/en/felts_blackjack";
import { shownTotal } from "../blackjack/total";
import type { FeltPlan, HandPlan, PrintedPlan, SeatPlan, SpotPlan } from "../plan";
import { COLOURS } from "./colours";
import Motif from "./Motif.svelte";

const words = feltsBlackjack.threeWays;
const NAMES = [words.highCard, words.blackjack, words.poker] as const;

/** Where the cards of each game lie: round the middle of its column, as far as there is room. */
function hands(
  w: number,
  y: number,
  card: number,
  middles: readonly [number, number, number],
): HandPlan[] {
  const [high, blackjack] = middles;
  const spread = 2 * Math.min(blackjack, w - blackjack);
  return [
    { places: /^High Card$/, x: high - card / 2, y, w: card, card },
    {
      places: /^(Blackjack|Split)$/,
      x: blackjack - spread / 2,
      y,
      w: spread,
      card,
      total: shownTotal,
    },
    { places: /^Poker$/, x: 0, y, w, card },
  ];
}

function printed(y: number, card: number, middles: readonly number[]): PrintedPlan[] {
  return middles.map((middle, at) => ({
    x: middle - card / 2 - 4,
    y: y - 4,
    w: card + 8,
    h: card * 1.4 + 8,
    label: NAMES[at] ?? "",
  }));
}

function spots(y: number, size: number, middles: readonly number[], bonus: number): SpotPlan[] {
  const labels = [words.first, words.second, words.third];
  const places = ["High Card", "Blackjack", "Poker"];
  return [
    ...middles.map((middle, at): SpotPlan => ({
      spot: places[at] ?? "",
      shape: "circle",
      x: middle - size / 2,
      y,
      w: size,
      h: size,
      label: labels[at] ?? "",
    })),
    {
      spot: "Bonus",
      shape: "diamond",
      x: bonus - size / 2 - 8,
      y: y - 8,
      w: size + 16,
      h: size + 16,
    },
  ];
}

const SEAT: SeatPlan = {
  w: 480,
  h: 264,
  printed: printed(6, 80, [74, 186, 298]),
  spots: [
    ...spots(150, 88, [74, 186, 298], 414),
    { spot: "Insurance", shape: "oval", x: 358, y: 30, w: 112, h: 64, isLater: true },
  ],
  hands: hands(480, 6, 80, [74, 186, 298]),
};

const NARROW: SeatPlan = {
  w: 360,
  h: 234,
  printed: printed(6, 68, [44, 139, 230]),
  spots: [
    ...spots(136, 80, [44, 139, 230], 316),
    { spot: "Insurance", shape: "oval", x: 272, y: 26, w: 88, h: 56, isLater: true },
  ],
  hands: hands(360, 6, 68, [44, 139, 230]),
};

/** Nothing is lettered here, so cards and chips may be larger. */
const SMALL: SeatPlan = {
  w: 340,
  h: 236,
  printed: printed(6, 92, [52, 158, 264]),
  spots: [
    ...spots(148, 78, [40, 126, 212], 298),
    { spot: "Insurance", shape: "oval", x: 280, y: 90, w: 56, h: 44, isLater: true },
  ],
  hands: hands(340, 6, 92, [52, 158, 264]),
};

export const THREE_WAY_ACTION: FeltPlan = {
  seat: SEAT,
  narrow: NARROW,
  small: SMALL,
  dealer: {
    w: 460,
    h: 190,
    spots: [],
    printed: printed(14, 86, [76, 230, 384]),
    hands: hands(460, 14, 86, [76, 230, 384]),
  },
  colours: COLOURS,
  lettering: words.lettering,
  motif: Motif,
};
