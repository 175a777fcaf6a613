/** Axes: where the round numbers are, and how far along something is. */

/** Round numbers, about `count` of them, that reach from `low` to `high` or past them. */
export function ticks(low: number, high: number, count = 5): number[] {
  const [from, to] = low <= high ? [low, high] : [high, low];
  const span = to - from || Math.abs(to) || 1;
  const step = roundStep(span / Math.max(1, count));
  const first = Math.floor(from / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(to / step - 1e-9));
  // Multiplied, never summed: 0.1 + 0.2 is no tick.
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
}

/** 1, 2 or 5 by a power of ten, not less than `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const share = least / power;
  const factor = share <= 1 + 1e-9 ? 1 : share <= 2 + 1e-9 ? 2 : share <= 5 + 1e-9 ? 5 : 10;
  return factor * power;
}

function tidy(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(12));
}

/** How far `value` is from `low` to `high`, as a share. */
export function shareOf(value: number, low: number, high: number): number {
  return high === low ? 0 : (value - low) / (high - low);
}

/** A plain number with a true minus sign: enough places, and no more. */
export function plain(value: number): string {
  const size = Math.abs(value);
  const places = size >= 1_000 || Number.isInteger(value) ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
  return value.toLocaleString("en-US", { maximumFractionDigits: places }).replace("-", "\u2212");
}

/** Moves labels apart that would stand on one another, as little as may be, within 0 and `most`. */
export function apart(wanted: readonly number[], gap: number, most: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  let floor = Number.NEGATIVE_INFINITY;
  for (const label of order) {
    label.at = Math.max(label.at, floor);
    floor = label.at + gap;
  }
  let ceiling = most;
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, ceiling);
    ceiling = label.at - gap;
  }
  const placed = new Array<number>(wanted.length).fill(0);
  for (const { at, index } of order) placed[index] = at;
  return placed;
}
