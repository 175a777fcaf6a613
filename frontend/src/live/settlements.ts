/** How wagers ended, in words. */
import { narration as words } from "../words/en/narration";
import type { Settled } from "./events";
import { parsePlace } from "./places";

/** How a line is meant, for its colour: `others` is what concerns other seats only. */
export type Tone = "plain" | "house" | "win" | "loss" | "push" | "others";

/** Of another seat's wagers no more than can be taken in. */
const MOST_TOLD = 3;

/** `Ante wins $10, even money on $10`, and whether that is good news. */
export function ending(event: Settled): { text: string; tone: Tone } {
  const { stake_cents: stake, returned_cents: returned, outcome } = event;
  const hand = event.place === null ? event.spot : parsePlace(event.place).name;
  // A seat that has split has several hands on one spot.
  const wager = hand === event.spot ? event.spot : words.wager(event.spot, hand);
  const withheld = event.withheld_cents ? words.withheld(event.withheld_cents) : "";
  switch (outcome.result) {
    case "win": {
      const won = returned - (event.has_own_wager ? stake : 0);
      const text = words.wins(wager, won, outcome.odds ?? "", stake);
      return { text: text + withheld, tone: "win" };
    }
    case "lose":
      return { text: words.loses(wager, stake) + withheld, tone: "loss" };
    case "push":
      return { text: words.pushes(wager, stake) + withheld, tone: "push" };
    case "half_back":
      return { text: words.losesHalf(wager, returned) + withheld, tone: "loss" };
  }
}

/** How several wagers of another seat ended. */
export function endings(settled: readonly Settled[]): string {
  if (settled.length <= MOST_TOLD) return settled.map((event) => ending(event).text).join(", ");
  const staked = settled
    .filter((event) => event.has_own_wager)
    .reduce((sum, event) => sum + event.stake_cents, 0);
  const returned = settled.reduce((sum, event) => sum + event.returned_cents, 0);
  return words.inAll(returned - staked, settled.length);
}
