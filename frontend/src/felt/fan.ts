/**
 * How the cards of hands lie where there is room for so much and no more: in a row, closer the more
 * there are; and where many hands lie side by side, each in a column, with the index of every card
 * to be seen.
 */
import type { HandPlan } from "./plan";

export interface Fan {
  /** The width of a card. */
  card: number;
  gap: number;
  /** What one hand may take. */
  w: number;
  h: number;
  isColumn: boolean;
}

const SHAPE = 1.4;
/** How much of a card is seen below the next, so that its index can be read. */
const INDEX_ACROSS = 0.5;
const INDEX_DOWN = 0.4;

export function fanned(plan: HandPlan, counts: readonly number[]): Fan {
  const hands = Math.max(counts.length, 1);
  const most = Math.max(1, ...counts);
  const gap = plan.gap ?? (hands > 3 ? 5 : 10);
  const w = (plan.w - gap * (hands - 1)) / hands;
  const h = plan.card * SHAPE;
  const inRow = Math.min(plan.card, w / (1 + INDEX_ACROSS * (most - 1)));
  const inColumn = Math.min(plan.card, w, plan.card / (1 + INDEX_DOWN * (most - 1)));
  const isColumn = inColumn > inRow;
  const card = Math.max(isColumn ? inColumn : inRow, Math.min(plan.card * 0.42, w));
  return { card, gap, w, h, isColumn };
}

/** From one card of a hand to the next. */
export function stepOf(fan: Fan, count: number): { x: number; y: number } {
  if (count < 2) return { x: 0, y: 0 };
  if (fan.isColumn) {
    const room = (fan.h - fan.card * SHAPE) / (count - 1);
    return { x: 0, y: Math.max(0, Math.min(fan.card * SHAPE * INDEX_DOWN, room)) };
  }
  return { x: Math.max(0, Math.min(fan.card + 4, (fan.w - fan.card) / (count - 1))), y: 0 };
}

export function sizeOf(fan: Fan, count: number): { w: number; h: number } {
  const step = stepOf(fan, count);
  const more = Math.max(count - 1, 0);
  return { w: fan.card + step.x * more, h: fan.card * SHAPE + step.y * more };
}
