/**
 * Roll Your Own Blackjack: a place for the two-card hand and one for the one-card hand, a bet below
 * each, and Bonus between them. Until the hands are set, the three cards lie across both.
 */
import { feltsBlackjack } from "../../words/en/felts_blackjack";
import { shownTotal } from "../blackjack/total";
import type { FeltPlan, HandPlan, PrintedPlan } from "../plan";
import { COLOURS } from "./colours";
import Motif from "./Motif.svelte";
import SetHands from "./SetHands.svelte";

const words = feltsBlackjack.rollYourOwn;

function hands(w: number, y: number, card: number): HandPlan[] {
  const half = w / 2 - 5;
  return [
    { places: /^Hand$/, x: 0, y, w, card },
    { places: /^Blackjack 1/, x: 0, y, w: half, card, total: shownTotal },
    { places: /^Blackjack 2/, x: w - half, y, w: half, card, total: shownTotal },
  ];
}

function printed(w: number, y: number, card: number): PrintedPlan[] {
  const h = card * 1.4 + 8;
  const [one, two] = [card + 8, 2 * card + 12];
  const half = w / 2 - 5;
  return [
    { x: half / 2 - two / 2, y: y - 4, w: two, h, label: words.twoCards },
    { x: w - half / 2 - one / 2, y: y - 4, w: one, h, label: words.oneCard },
  ];
}

export const ROLL_YOUR_OWN_BLACKJACK: FeltPlan = {
  seat: {
    w: 480,
    h: 264,
    printed: printed(480, 6, 80),
    spots: [
      { spot: "Bonus", shape: "diamond", x: 188, y: 146, w: 100, h: 100 },
      { spot: "Blackjack 1", shape: "circle", x: 74, y: 147, w: 98, h: 98 },
      {
        spot: "Blackjack 2",
        shape: "circle",
        x: 304,
        y: 147,
        w: 98,
        h: 98,
      },
      {
        spot: "Insurance",
        shape: "oval",
        x: 412,
        y: 164,
        w: 68,
        h: 60,
        label: words.insure,
        isLater: true,
      },
    ],
    hands: hands(480, 6, 80),
  },
  narrow: {
    w: 360,
    h: 296,
    printed: printed(360, 6, 80),
    spots: [
      { spot: "Bonus", shape: "diamond", x: 132, y: 146, w: 96, h: 96 },
      { spot: "Blackjack 1", shape: "circle", x: 36, y: 146, w: 98, h: 98 },
      {
        spot: "Blackjack 2",
        shape: "circle",
        x: 226,
        y: 146,
        w: 98,
        h: 98,
      },
      { spot: "Insurance", shape: "oval", x: 120, y: 246, w: 120, h: 46, isLater: true },
    ],
    hands: hands(360, 6, 80),
  },
  small: {
    w: 300,
    h: 236,
    printed: printed(300, 6, 84),
    spots: [
      { spot: "Bonus", shape: "diamond", x: 103, y: 140, w: 94, h: 94 },
      { spot: "Blackjack 1", shape: "circle", x: 22, y: 148, w: 78, h: 78 },
      { spot: "Blackjack 2", shape: "circle", x: 192, y: 148, w: 78, h: 78 },
      { spot: "Insurance", shape: "oval", x: 248, y: 196, w: 50, h: 38, isLater: true },
    ],
    hands: hands(300, 6, 84),
  },
  dealer: {
    w: 460,
    h: 190,
    spots: [],
    printed: [{ x: 138, y: 10, w: 184, h: 128 }],
    hands: [{ places: /^Hand$/, x: 84, y: 14, w: 292, card: 86, total: shownTotal }],
  },
  colours: COLOURS,
  lettering: words.lettering,
  motif: Motif,
  chooser: SetHands,
  choosesFor: (options) =>
    options.length === 3 && options.every((one) => one.name.startsWith("alone ")),
};
