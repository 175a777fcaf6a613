/** What goes on in a stadium, in a few large words. */
import type { TableState } from "../live/events";
import type { Layout } from "../live/layout";
import { words } from "../words/stadium";
import { cardIn, CELLS } from "./lines";

/** The layout is what is shown, which may be a moment behind the state. */
export function phaseOf(
  state: TableState | null,
  layout: Layout,
  { takesBets, isPlaying }: { takesBets: boolean; isPlaying: boolean },
): string {
  const said = words.stadium;
  if (!state) return words.common.loading;
  if (state.status !== "open" && !state.round_is_on) return said.closed;
  if (layout.heldFor) return said.isHeld;
  if (layout.isVoid && !takesBets) return said.isVoid;
  if (takesBets && !isPlaying) return said.placeBets;
  if (layout.settled.length || layout.isOver) return said.roundOver;
  const lying = CELLS.filter((cell) => cardIn(layout, cell)).length;
  if (lying === CELLS.length) {
    if (state.clock?.what === "decision") return said.playOrFold;
    if (layout.called["dealer/Hand"]) return said.roundOver;
    return Object.keys(layout.cards).some((place) => place.startsWith("dealer/"))
      ? said.dealerOpens
      : layout.question && !isPlaying
        ? said.playOrFold
        : said.dealing;
  }
  if (lying > 0) return said.dealing;
  return layout.betsAreClosed ? said.noMoreBets : said.waiting;
}
