/** How the wagers on a spot ended, put together where there were several. */
import type { Settled } from "../live/events";
import { words } from "../words";

export interface End {
  kind: "win" | "lose" | "push";
  sign: string;
  word: string;
  netCents: number;
}

export function netCents(one: Settled): number {
  return one.returned_cents - (one.has_own_wager ? one.stake_cents : 0);
}

export function endOf(settled: readonly Settled[], returnedCents: number): End {
  if (!settled.length && returnedCents)
    return { kind: "push", sign: "↩", word: words.table.returned, netCents: 0 };
  const net = settled.reduce((sum, one) => sum + netCents(one), 0);
  if (net > 0) return { kind: "win", sign: "✓", word: words.table.won, netCents: net };
  if (net < 0) return { kind: "lose", sign: "✕", word: words.table.lost, netCents: net };
  // What was won on one hand and lost on another comes to nothing, but is no push.
  const isMixed = settled.some((one) => netCents(one) !== 0);
  const word = isMixed ? words.table.even : words.table.pushed;
  return { kind: "push", sign: isMixed ? "±" : "=", word, netCents: 0 };
}
