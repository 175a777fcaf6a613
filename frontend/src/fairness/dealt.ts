/**
 * The cards that came out of the device, in their order, each with all that its viewer came to
 * know of it: a card that was dealt face down may have been turned up later.
 *
 * The order of the events is the order of the deck, whatever the device: from the hand and from a
 * shoe cards come one by one, from a shuffler in packs, and what a failing device gave is gone.
 */
import type { EventOf, RoundEvent } from "../live/events";

export interface CardOut {
  /** How many came out before it. */
  at: number;
  /** Where it was put first; null for what a failing device gave. */
  place: string | null;
  /** Null where this viewer never saw it. */
  card: string | null;
}

export function cardsOut(events: readonly RoundEvent[]): CardOut[] {
  const out: CardOut[] = [];
  const lying = new Map<string, CardOut[]>();
  for (const event of events) {
    switch (event.event) {
      case "card_dealt": {
        const one = { at: out.length, place: event.place, card: event.card };
        out.push(one);
        lying.set(event.place, [...(lying.get(event.place) ?? []), one]);
        break;
      }
      case "device_failed":
        for (const card of event.dispensed) out.push({ at: out.length, place: null, card });
        break;
      case "cards_turned":
        seen(lying.get(event.place) ?? [], event.cards);
        break;
      case "cards_moved":
        moved(lying, event);
        break;
      case "cards_collected":
        lying.clear();
    }
  }
  return out;
}

/**
 * Takes in the faces of cards. One that was seen before keeps its first face: were it another now,
 * a card had been changed, and that must not pass for what the deck gave.
 */
function seen(cards: readonly CardOut[], faces: readonly (string | null)[]): void {
  cards.forEach((one, at) => {
    const face = faces[at] ?? null;
    if (face === null) return;
    one.card = one.card === null || one.card === face ? face : CHANGED;
  });
}

/** What stands for a card that was shown with two faces; no deck holds it. */
export const CHANGED = "?";

function moved(lying: Map<string, CardOut[]>, event: EventOf<"cards_moved">): void {
  const cards = lying.get(event.source) ?? [];
  const going = event.positions.flatMap((position) => cards[position] ?? []);
  seen(going, event.cards);
  const left = cards.filter((_, at) => !event.positions.includes(at));
  lying.set(event.source, left);
  lying.set(event.target, [...(lying.get(event.target) ?? []), ...going]);
}
