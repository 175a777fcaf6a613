/**
 * How figures are written: with a true minus sign, as many digits as mean something, and what they
 * may be off by, wherever that would show in a digit that is written.
 */
import type { Figure } from "./types";

const MINUS = "\u2212";

/** With so many places: "0.0355", "−1,234.5". Nothing is written as a minus zero. */
export function decimal(value: number, places: number): string {
  const text = Math.abs(value).toLocaleString("en-US", {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** 0.0709502 is "7.0950%". */
export function percent(value: number, places = 4): string {
  return `${decimal(100 * value, places)}%`;
}

/** For an axis: no more places than it needs, "2.5%", "10%". */
export function shortPercent(value: number): string {
  const places = [0, 1, 2, 3].find(
    (one) => Math.abs(10 ** one * 100 * value - Math.round(10 ** one * 100 * value)) < 1e-6,
  );
  return percent(value, places ?? 4);
}

/** As `decimal` or `percent`, with a plus before what is more than nothing. */
export function signed(text: string): string {
  return /[1-9]/.test(text) && !text.startsWith(MINUS) ? `+${text}` : text;
}

/** A difference of two percentages is in points, which is not the same as a percentage of them. */
export function points(difference: number, places = 4): string {
  return signed(decimal(100 * difference, places));
}

/** A probability as a player says it: "1 in 30.7", "1 in 5,525". */
export function oneIn(probability: number): string {
  if (probability <= 0) return "never";
  const count = 1 / probability;
  return `1 in ${decimal(count, count < 100 ? 2 : count < 10_000 ? 1 : 0)}`;
}

/** A probability with four digits that count, however small it is: "25.61%", "0.000032308%". */
export function probability(value: number): string {
  if (value <= 0) return "0%";
  const places = Math.min(12, Math.max(2, 3 - Math.floor(Math.log10(100 * value))));
  return percent(value, value >= 0.001 ? 4 : places);
}

export type Form = "percent" | "decimal" | "money" | "points";

/** A figure, and "± …" after it where it is not certain in the last place that is written. */
export function figureText(figure: Figure, form: Form = "percent", places = 4): string {
  const write = (value: number, digits: number): string => {
    if (form === "percent") return percent(value, digits);
    if (form === "points") return points(value, digits);
    return form === "money" ? dollarsOf(value, digits) : decimal(value, digits);
  };
  const scale = form === "percent" || form === "points" ? 100 : 1;
  const bound = scale * figure.error_bound;
  if (bound < 0.5 * 10 ** -places) return write(figure.value, places);
  // What is uncertain by far is written with two digits of its bound, which is rounded upwards.
  const digits = Math.max(0, Math.min(places, 1 - Math.floor(Math.log10(bound))));
  const unit = 10 ** -digits;
  // Rounding the value takes it up to half a unit further away.
  const above = (Math.ceil(bound / unit + 0.5) * unit) / scale;
  return `${write(figure.value, digits)} ± ${write(above, digits).replace("+", "")}`;
}

function dollarsOf(value: number, places: number): string {
  const text = decimal(Math.abs(value), places);
  return `${value < 0 && /[1-9]/.test(text) ? MINUS : ""}$${text}`;
}

/** Whether a fraction is too long for a line. */
export function isLong(exact: string, most = 28): boolean {
  return exact.length > most;
}

/** A long fraction by its first digits: "35710363…/18419343…". A short one as it is. */
export function elided(exact: string, most = 28): string {
  if (!isLong(exact, most)) return exact.replace("-", MINUS);
  const [above = "", below] = exact.split("/");
  const kept = Math.max(3, Math.floor((most - 3) / 2));
  const cut = (digits: string): string =>
    digits.length > kept + 1 ? `${digits.slice(0, kept)}…` : digits;
  const text = below === undefined ? cut(above) : `${cut(above)}/${cut(below)}`;
  return text.replace("-", MINUS);
}

/** How long a fraction is: "23 digits over 24". */
export function digitsOf(exact: string): { above: number; below: number } {
  const [above = "", below = "1"] = exact.split("/");
  return { above: above.replace("-", "").length, below: below.length };
}

/** A bound by its power of ten, rounded upwards: "2 × 10⁻¹⁷". */
export function boundText(bound: number): string {
  if (bound >= 0.001) return decimal(Math.ceil(bound * 10_000) / 10_000, 4);
  let power = Math.floor(Math.log10(bound));
  let digit = Math.ceil(bound / 10 ** power);
  if (digit > 9) [digit, power] = [1, power + 1];
  const raised = [...String(Math.abs(power))]
    .map((one) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(one)] ?? "")
    .join("");
  return `${digit} × 10⁻${raised}`;
}
