/** What a step says: for events of rounds the words of the log of the table. */
import type { RoundEvent, TableEvent } from "../../live/events";
import { isOfRound } from "../../live/mirror.svelte";
import { Narrator } from "../../live/narration";
import { shownCards } from "../../model/cards";

const NOBODY: ReadonlySet<number> = new Set();

/** One sentence for one event; `otherwise` says what the log of the table leaves out. */
export function stepText(what: TableEvent, otherwise: (event: TableEvent) => string): string {
  if (what.event === "card_read" && what.card)
    return `${shownCards([what.card])}: ${otherwise(what)}`;
  if (!isOfRound(what)) return otherwise(what);
  const told = new Narrator(NOBODY).tell([what as RoundEvent]);
  return told.map((line) => line.text).join(" ") || otherwise(what);
}
