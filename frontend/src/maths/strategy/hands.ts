/**
 * Charts made from the list of all starting hands. The house sends a row for each kind of hand; what
 * is drawn here is what one would look for in it: where the border runs, and how much it matters.
 */
import type { HeatCell } from "../../charts/HeatMap.svelte";
import type { FiguresTable } from "../types";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
const NAMES: Readonly<Record<string, string>> = {
  A: "Ace",
  K: "King",
  Q: "Queen",
  J: "Jack",
  T: "Ten",
};

export const rankName = (rank: string): string => NAMES[rank] ?? rank;

/** A hand of three different ranks without straight or flush, all its suits together. */
export interface HighHand {
  readonly ranks: readonly [string, string, string];
  /** Means over its suits, by column. */
  readonly means: readonly number[];
}

/** The hands that are only high, of "Qc 7d 4h, queen-seven-four high"; others are left out. */
export function highHands(hands: FiguresTable, columns: readonly string[]): readonly HighHand[] {
  const count = columnOf(hands, "Hands");
  const wanted = columns.map((name) => columnOf(hands, name));
  const found = new Map<string, { ranks: HighHand["ranks"]; weight: number; sums: number[] }>();
  for (const row of hands.rows) {
    const parts =
      /^([2-9TJQKA])[cdhs] ([2-9TJQKA])[cdhs] ([2-9TJQKA])[cdhs], [a-z]+-[a-z]+-[a-z]+ high$/.exec(
        row.name,
      );
    if (!parts) continue;
    const ranks = [parts[1] ?? "", parts[2] ?? "", parts[3] ?? ""] as const;
    const key = ranks.join("");
    const weight = row.figures[count]?.value ?? 1;
    const one = found.get(key) ?? { ranks, weight: 0, sums: wanted.map(() => 0) };
    one.weight += weight;
    wanted.forEach((column, at) => {
      one.sums[at] = (one.sums[at] ?? 0) + weight * (row.figures[column]?.value ?? 0);
    });
    found.set(key, one);
  }
  return [...found.values()].map(({ ranks, weight, sums }) => ({
    ranks,
    means: sums.map((sum) => sum / weight),
  }));
}

/** The place of a column among the figures; the first column is over the names. */
export function columnOf(table: FiguresTable, name: string): number {
  return table.columns.indexOf(name) - 1;
}

export interface Grid {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly (HeatCell | null)[])[];
}

/** Hands by highest and second card: all third cards together, made one cell by `cell`. */
export function byFirstTwo(
  hands: readonly HighHand[],
  cell: (some: readonly HighHand[]) => HeatCell,
): Grid {
  const rows = RANKS.filter((rank) => hands.some((hand) => hand.ranks[0] === rank));
  const columns = RANKS.filter((rank) => hands.some((hand) => hand.ranks[1] === rank));
  return {
    rows: rows.map(rankName),
    columns: columns.map(rankName),
    cells: rows.map((row) =>
      columns.map((column) => {
        const some = hands.filter(({ ranks }) => ranks[0] === row && ranks[1] === column);
        return some.length > 0 ? cell(some) : null;
      }),
    ),
  };
}

/** Hands with one highest card, by their second and third. */
export function underHighest(
  hands: readonly HighHand[],
  highest: string,
  cell: (one: HighHand) => HeatCell,
): Grid {
  const some = hands.filter(({ ranks }) => ranks[0] === highest);
  const rows = RANKS.filter((rank) => some.some((hand) => hand.ranks[1] === rank));
  const columns = RANKS.filter((rank) => some.some((hand) => hand.ranks[2] === rank));
  return {
    rows: rows.map(rankName),
    columns: columns.map(rankName),
    cells: rows.map((row) =>
      columns.map((column) => {
        const one = some.find(({ ranks }) => ranks[1] === row && ranks[2] === column);
        return one ? cell(one) : null;
      }),
    ),
  };
}

export interface CurvePoint {
  /** The share of all hands that are worth at least so much. */
  readonly share: number;
  readonly value: number;
}

/** A column from its best hand to its worst, by the share of hands so far; about `count` points. */
export function curveOf(hands: FiguresTable, column: string, count = 160): readonly CurvePoint[] {
  const [many, at] = [columnOf(hands, "Hands"), columnOf(hands, column)];
  const rows = hands.rows
    .map((row) => ({ hands: row.figures[many]?.value ?? 0, value: row.figures[at]?.value ?? 0 }))
    .sort((one, other) => other.value - one.value);
  const all = rows.reduce((sum, row) => sum + row.hands, 0);
  const points: CurvePoint[] = [];
  let sum = 0;
  for (const row of rows) {
    sum += row.hands;
    const isDue = sum / all >= points.length / count;
    if (isDue || points.length === 0) points.push({ share: sum / all, value: row.value });
  }
  return points;
}

export interface TwoCards {
  readonly best: string;
  readonly value: number;
  /** The option after the best and what it costs, where there is another. */
  readonly next: { readonly option: string; readonly cost: number } | null;
}

/** "A-7 against 9" and what each option is worth with it: by hand, then by up card. */
export function twoCards(hands: FiguresTable): {
  rows: string[];
  columns: string[];
  found: ReadonlyMap<string, TwoCards>;
} {
  const options = hands.columns.filter((name) =>
    ["Stand", "Hit", "Double", "Split"].includes(name),
  );
  const [rows, columns] = [new Set<string>(), new Set<string>()];
  const found = new Map<string, TwoCards>();
  for (const row of hands.rows) {
    const parts = /^(\S+) against (\S+)$/.exec(row.name);
    if (!parts) continue;
    const [, hand = "", card = ""] = parts;
    rows.add(hand);
    columns.add(card);
    const sorted = options
      .flatMap((option) => {
        const figure = row.figures[columnOf(hands, option)];
        return figure ? [{ option, value: figure.value }] : [];
      })
      .sort((one, other) => other.value - one.value);
    const [best, next] = sorted;
    if (!best) continue;
    found.set(`${hand} ${card}`, {
      best: best.option,
      value: best.value,
      next: next ? { option: next.option, cost: best.value - next.value } : null,
    });
  }
  return { rows: [...rows], columns: [...columns], found };
}

/** A table of which every row is named by two cards, "A-7": its last column, card by card. */
export function byPairs(table: FiguresTable): { ranks: string[]; at: Map<string, number> } | null {
  const at = new Map<string, number>();
  const ranks = new Set<string>();
  for (const [index, row] of table.rows.entries()) {
    const parts = /^(A|10|[2-9])-(A|10|[2-9])$/.exec(row.name);
    if (!parts) return null;
    const [, one = "", other = ""] = parts;
    ranks.add(one);
    ranks.add(other);
    at.set(`${one} ${other}`, index);
    at.set(`${other} ${one}`, index);
  }
  const order = ["A", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
  return table.rows.length > 10 ? { ranks: order.filter((rank) => ranks.has(rank)), at } : null;
}
