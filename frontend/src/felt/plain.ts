/** A felt for any game: its spots in a row, its cards above them. */
import type { TableRules } from "../live/events";
import type { FeltPlan, SpotPlan } from "./plan";

const WIDE = 340;
const SPOT = 78;

export function plainFelt(rules: TableRules): FeltPlan {
  const shown = rules.wagers.filter((one) => one.brought_by === null);
  const inRow = Math.min(shown.length, 4);
  const rows = Math.ceil(shown.length / 4);
  const spots: SpotPlan[] = shown.map((one, at) => ({
    spot: one.spot,
    shape: "circle",
    x: (at % 4) * (SPOT + 8) + (WIDE - inRow * (SPOT + 8) + 8) / 2,
    y: 150 + Math.floor(at / 4) * (SPOT + 16),
    w: SPOT,
    h: SPOT,
    isLater: one.when !== "before the deal",
  }));
  return {
    seat: {
      w: WIDE,
      h: 150 + rows * (SPOT + 16) + 14,
      spots,
      hands: [{ places: /.*/, x: 0, y: 6, w: WIDE, card: 84 }],
    },
    dealer: {
      w: 420,
      h: 190,
      spots: [],
      hands: [{ places: /.*/, x: 0, y: 0, w: 420, card: 92 }],
    },
    colours: { felt: "#1d6b46", deep: "#0b3422", line: "#e7d9ac", rail: "#4a2d18" },
    lettering: [rules.name.toUpperCase()],
  };
}
