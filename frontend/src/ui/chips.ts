/**
 * What the chips of the house look like. Every chip has its value printed on it; the colours are
 * those that American card rooms are used to.
 */
import type { ChipValue } from "../model/money";

export interface ChipLook {
  readonly body: string;
  readonly spot: string;
  /** The printed value, in figures that `glyphs.ts` can draw. */
  readonly print: string;
}

export const CHIP_LOOKS: Readonly<Record<ChipValue | 250, ChipLook>> = {
  500000: { body: "#7a5230", spot: "#f0d9a8", print: "5K" },
  100000: { body: "#e3a41f", spot: "#6b2f10", print: "1K" },
  50000: { body: "#6a3a94", spot: "#f1c84c", print: "500" },
  10000: { body: "#24272d", spot: "#e9e4d4", print: "100" },
  2500: { body: "#1c7a46", spot: "#f4eedc", print: "25" },
  500: { body: "#b8232f", spot: "#f7ecd6", print: "5" },
  250: { body: "#dd6f9f", spot: "#fff4ea", print: "2.50" },
  100: { body: "#e9e3d2", spot: "#2b62b4", print: "1" },
  50: { body: "#3c86c6", spot: "#f7ecd6", print: "50¢" },
  25: { body: "#9a6238", spot: "#fff4ea", print: "25¢" },
  10: { body: "#aab2b8", spot: "#8a9298", print: "10¢" },
  5: { body: "#c3a37a", spot: "#a1835c", print: "5¢" },
  1: { body: "#b87b4e", spot: "#935c35", print: "1¢" },
};

const PLAIN: ChipLook = { body: "#4d5a63", spot: "#f4eedc", print: "" };

export function chipLook(cents: number): ChipLook {
  return (CHIP_LOOKS as Readonly<Record<number, ChipLook>>)[cents] ?? PLAIN;
}
