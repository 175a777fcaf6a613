/** A scene as a layout, so that what draws a table draws it, too; and what can be read of it. */
import { emptyLayout, type Layout, type PlacedCard } from "../../live/layout";
import type { Scene } from "../types";

export function layoutOf(scene: Scene): Layout {
  const cards: Record<string, readonly PlacedCard[]> = {};
  let key = 1;
  for (const laid of scene.laid)
    cards[laid.place] = laid.cards.map((card, at) => ({
      key: key++,
      card,
      face: laid.faces[at] ?? "up",
    }));
  const stakes: Record<number, Record<string, number>> = {};
  for (const laid of scene.laid) {
    const seat = /^seat (\d+)\//.exec(laid.place)?.[1];
    if (seat) stakes[Number(seat)] ??= {};
  }
  for (const { seat, spot, cents } of scene.staked) (stakes[seat] ??= {})[spot] = cents;
  return { ...emptyLayout(), cards, stakes, staked: stakes, betsAreClosed: true, nextKey: key };
}

export function isEmpty(scene: Scene): boolean {
  return !scene.laid.length && !scene.staked.length;
}

/** The cards that can be named: those that lie open, by the place where they lie. */
export function openCards(scene: Scene): { place: string; cards: string[] }[] {
  return scene.laid
    .map(({ place, cards }) => ({ place, cards: cards.filter((one) => one !== null) }))
    .filter(({ cards }) => cards.length > 0);
}
