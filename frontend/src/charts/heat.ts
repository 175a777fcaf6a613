/**
 * The colours of a heat map. Orange is below the middle and blue above it, which everybody can
 * tell apart; the nearer to the middle, the nearer to the surface of the page.
 */
import { contrast, mix } from "../ui/colour";

export type HeatScale = "diverging" | "sequential";

export interface HeatRange {
  readonly scale: HeatScale;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export interface HeatColours {
  readonly ground: string;
  readonly words: string;
}

const MIDDLE = "#25322b";
const BELOW = "#f07c3e";
const ABOVE = "#56acf5";
const LEAST = "#22302a";
const MOST = "#f3cf7d";

/** The range of some values. A diverging one reaches as far below its middle as above. */
export function heatRange(
  values: readonly (number | null)[],
  scale: HeatScale,
  middle: number,
): HeatRange {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [middle, middle];
  if (scale === "sequential") return { scale, low, middle: (low + high) / 2, high };
  const reach = Math.max(middle - low, high - middle);
  return { scale, low: middle - reach, middle, high: middle + reach };
}

export function heatColours(value: number, range: HeatRange): HeatColours {
  const ground = groundOf(value, range);
  const words = contrast("#ffffff", ground) >= contrast("#000000", ground) ? "#ffffff" : "#000000";
  return { ground, words };
}

function groundOf(value: number, { scale, low, middle, high }: HeatRange): string {
  if (scale === "sequential") return mix(LEAST, MOST, clamp((value - low) / (high - low || 1)));
  const reach = high - middle || 1;
  const share = clamp(Math.abs(value - middle) / reach) ** 0.8;
  return mix(MIDDLE, value < middle ? BELOW : ABOVE, share);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
