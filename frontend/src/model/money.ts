/**
 * Money, which is a whole number of cents everywhere but on the screen. Here it is written, read
 * and changed into chips.
 */

const MINUS = "\u2212";

/** "$1,234", "$12.50" or "−$5": cents are written only where there are some. */
export function dollars(cents: number): string {
  const whole = Math.round(Math.abs(cents));
  const rest = whole % 100;
  const units = ((whole - rest) / 100).toLocaleString("en-US");
  const text = `$${units}${rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`}`;
  return cents < 0 && whole > 0 ? MINUS + text : text;
}

/** As `dollars`, with a plus before a gain: "+$5", "−$5", "$0". */
export function signedDollars(cents: number): string {
  return Math.round(cents) > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** What a person typed, in cents: "1,234.50", "$5", ".5" or "−5"; null where that is no amount. */
export function parseDollars(text: string): number | null {
  const plain = text.trim().replace(/^([-+\u2212]?)\s*\$?\s*/, "$1");
  const parts = /^([-+\u2212]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec(plain);
  if (!parts) return null;
  const [, sign = "", units = "", rest = ""] = parts;
  if (units === "" && rest === "") return null;
  const cents = Number(units.replaceAll(",", "")) * 100 + Number(rest.padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return null;
  return (sign === "-" || sign === MINUS) && cents > 0 ? -cents : cents;
}

/** The chips of the house by value in cents, dearest first. */
export const CHIPS = [500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25] as const;

/** What chips cannot pay is paid in coins. */
export const COINS = [10, 5, 1] as const;

export type ChipValue = (typeof CHIPS)[number] | (typeof COINS)[number];

export interface ChipCount {
  readonly value: ChipValue;
  readonly count: number;
}

/** The fewest chips a dealer would push out for an amount, dearest first; together the amount. */
export function chipsOf(cents: number): ChipCount[] {
  const counts: ChipCount[] = [];
  let left = Math.max(0, Math.round(cents));
  for (const value of [...CHIPS, ...COINS]) {
    const count = Math.floor(left / value);
    if (count > 0) counts.push({ value, count });
    left -= count * value;
  }
  return counts;
}
