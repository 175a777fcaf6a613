/**
 * Three Card Poker. Toward the dealer lie Six Card Bonus and Pair Plus, below them the Ante with
 * its bonus, and nearest to the player Play; his cards lie beside them.
 */
import { feltsPoker } from "../../words/en/felts_poker";
import type { FeltPlan, PrintedPlan, SeatPlan } from "../plan";
import { COLOURS } from "./colours";
import Motif from "./Motif.svelte";

const words = feltsPoker.threeCardPoker;
const GOLD = "rgb(241 223 168 / 0.1)";
const RED = "rgb(158 26 44 / 0.62)";

/** Outlines of three cards in a row. */
function three(x: number, y: number, card: number, step: number): PrintedPlan[] {
  return [0, 1, 2].map((at) => ({ x: x + at * step, y, w: card, h: card * 1.4 }));
}

const WIDE: SeatPlan = {
  w: 480,
  h: 250,
  spots: [
    { spot: "Six Card Bonus", shape: "circle", x: 296, y: 0, w: 88, h: 88, tint: GOLD },
    { spot: "Pair Plus", shape: "circle", x: 392, y: 0, w: 88, h: 88, tint: RED },
    { spot: "Ante", shape: "box", x: 296, y: 94, w: 100, h: 76 },
    { spot: "Ante Bonus", shape: "box", x: 402, y: 94, w: 78, h: 76, isPrinted: true },
    { spot: "Play", shape: "box", x: 296, y: 176, w: 184, h: 74, isLater: true },
  ],
  hands: [{ places: /^Hand$/, x: 0, y: 60, w: 280, card: 90 }],
  printed: three(1, 60, 90, 94),
};

const NARROW: SeatPlan = {
  w: 360,
  h: 214,
  spots: [
    { spot: "Six Card Bonus", shape: "circle", x: 0, y: 0, w: 84, h: 84, tint: GOLD },
    { spot: "Pair Plus", shape: "circle", x: 90, y: 0, w: 84, h: 84, tint: RED },
    { spot: "Ante", shape: "box", x: 184, y: 2, w: 82, h: 80 },
    { spot: "Play", shape: "box", x: 274, y: 2, w: 82, h: 80, isLater: true },
    { spot: "Ante Bonus", shape: "box", x: 276, y: 110, w: 82, h: 66, isPrinted: true },
  ],
  hands: [{ places: /^Hand$/, x: 0, y: 98, w: 264, card: 82 }],
  printed: three(5, 98, 82, 86),
};

const SMALL: SeatPlan = {
  w: 300,
  h: 236,
  spots: [
    { spot: "Six Card Bonus", shape: "circle", x: 0, y: 0, w: 68, h: 68, tint: GOLD },
    { spot: "Pair Plus", shape: "circle", x: 77, y: 0, w: 68, h: 68, tint: RED },
    { spot: "Ante", shape: "box", x: 155, y: 0, w: 68, h: 68 },
    { spot: "Play", shape: "box", x: 232, y: 0, w: 68, h: 68, isLater: true },
  ],
  hands: [{ places: /^Hand$/, x: 0, y: 80, w: 300, card: 110 }],
};

export const THREE_CARD_POKER: FeltPlan = {
  seat: WIDE,
  narrow: NARROW,
  small: SMALL,
  dealer: {
    w: 460,
    h: 186,
    spots: [],
    hands: [{ places: /^Hand$/, x: 0, y: 10, w: 460, card: 96, said: { x: -20, y: 148, w: 500 } }],
    printed: three(82, 10, 96, 100),
  },
  colours: COLOURS,
  lettering: words.lettering,
  motif: Motif,
};
