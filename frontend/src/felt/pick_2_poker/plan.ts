/**
 * Pick 2 Poker. Four places in a row, the Play diamond the last; the cards that are played go
 * behind it, and those that are not under the 3-5 Bonus.
 */
import { feltsPoker } from "../../words/en/felts_poker";
import type { FeltPlan, PrintedPlan, SeatPlan } from "../plan";
import Chooser from "./Chooser.svelte";
import { COLOURS } from "./colours";
import Motif from "./Motif.svelte";

const words = feltsPoker.pick2Poker;
const RED = "rgb(165 30 52 / 0.55)";
const GOLD = "rgb(243 229 184 / 0.12)";
const PLACES = /^(3-5 Bonus|Hand|Play)$/;

/** Outlines of five cards in a row. */
function five(x: number, y: number, card: number, step: number): PrintedPlan[] {
  return [0, 1, 2, 3, 4].map((at) => ({ x: x + at * step, y, w: card, h: card * 1.4 }));
}

const WIDE: SeatPlan = {
  w: 480,
  h: 250,
  spots: [
    { spot: "5 Card Bonus Only", shape: "circle", x: 4, y: 3, w: 100, h: 100, tint: GOLD },
    { spot: "3-5 Bonus", shape: "circle", x: 122, y: 3, w: 100, h: 100, tint: RED, with: ["3-5 Bonus on 3 Cards"] },
    { spot: "Ante", shape: "circle", x: 240, y: 3, w: 100, h: 100 },
    { spot: "Play", shape: "diamond", x: 350, y: -8, w: 124, h: 124, isLater: true },
  ],
  hands: [{ places: PLACES, x: 0, y: 120, w: 480, card: 92, gap: 30 }],
  printed: five(2, 120, 92, 96),
}; // prettier-ignore

const NARROW: SeatPlan = {
  w: 360,
  h: 246,
  spots: [
    { spot: "5 Card Bonus Only", shape: "circle", x: 0, y: 24, w: 84, h: 84, tint: GOLD },
    { spot: "3-5 Bonus", shape: "circle", x: 89, y: 24, w: 84, h: 84, tint: RED, with: ["3-5 Bonus on 3 Cards"] },
    { spot: "Ante", shape: "circle", x: 178, y: 24, w: 84, h: 84 },
    { spot: "Play", shape: "diamond", x: 262, y: 16, w: 100, h: 100, isLater: true },
  ],
  hands: [{ places: PLACES, x: 0, y: 122, w: 360, card: 88, gap: 18 }],
}; // prettier-ignore

const SMALL: SeatPlan = {
  w: 316,
  h: 240,
  spots: [
    { spot: "5 Card Bonus Only", shape: "circle", x: 0, y: 2, w: 70, h: 70, tint: GOLD },
    { spot: "3-5 Bonus", shape: "circle", x: 80, y: 2, w: 70, h: 70, tint: RED, with: ["3-5 Bonus on 3 Cards"] },
    { spot: "Ante", shape: "circle", x: 160, y: 2, w: 70, h: 70 },
    { spot: "Play", shape: "diamond", x: 234, y: -5, w: 84, h: 84, isLater: true },
  ],
  hands: [{ places: PLACES, x: 0, y: 84, w: 316, card: 110, gap: 22 }],
}; // prettier-ignore

export const PICK_2_POKER: FeltPlan = {
  seat: WIDE,
  narrow: NARROW,
  small: SMALL,
  dealer: {
    w: 460,
    h: 186,
    spots: [],
    hands: [
      { places: /^Best three$/, x: 200, y: 32, w: 248, card: 80, align: "end" },
      {
        places: /^Hand$/,
        x: 22,
        y: 6,
        w: 416,
        card: 80,
        align: "start",
        said: { x: -40, y: 148, w: 540 },
      },
    ],
    printed: five(22, 6, 80, 84),
  },
  colours: COLOURS,
  lettering: words.lettering,
  motif: Motif,
  chooser: Chooser,
  choosesFor: (options) => options.some((one) => one.name.startsWith("3-card ")),
};
