/** The nine cells of the array, row by row, and the six lines that can be bet on. */
import type { TableRules } from "../live/events";
import type { Layout } from "../live/layout";
import { placeText } from "../live/places";

export const CELLS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

export interface ArrayLine {
  /** As it stands before the name of its spots: `Row 1`. */
  name: string;
  cells: readonly string[];
}

export const ROWS: readonly ArrayLine[] = [1, 2, 3].map((row) => ({
  name: `Row ${row}`,
  cells: CELLS.slice(3 * row - 3, 3 * row),
}));

export const COLUMNS: readonly ArrayLine[] = [1, 2, 3].map((column) => ({
  name: `Column ${column}`,
  cells: CELLS.filter((_, at) => at % 3 === column - 1),
}));

/** The spots of a line that this table offers. */
export function spotsOf(line: ArrayLine, rules: TableRules | null): string[] {
  return (rules?.wagers ?? [])
    .map((one) => one.spot)
    .filter((spot) => spot.startsWith(`${line.name} `));
}

/** The card in a cell, or null while none lies there. */
export function cardIn(layout: Layout, cell: string) {
  return layout.cards[placeText("table", `Cell ${cell}`)]?.at(-1) ?? null;
}

/** The cards of some cells, once all of them lie there. */
export function cardsIn(layout: Layout, cells: readonly string[]): string[] | null {
  const cards = cells.flatMap((cell) => cardIn(layout, cell)?.card ?? []);
  return cards.length === cells.length && cards.length > 0 ? cards : null;
}

export function dealersCards(layout: Layout) {
  return layout.cards[placeText("dealer", "Hand")] ?? [];
}

/** As many cells as are asked for, each as likely as any other. */
export function drawnAtRandom(count: number): string[] {
  const left: string[] = [...CELLS];
  const drawn: string[] = [];
  while (drawn.length < count && left.length) drawn.push(...left.splice(below(left.length), 1));
  return drawn.sort();
}

/** A number from 0 to below the limit. What would favour the lower ones is drawn again. */
function below(limit: number): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) return byte % limit;
  }
}
