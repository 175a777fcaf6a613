/**
 * The ids of the bets that were sent from this page, so that whoever checks a round can see that
 * his own part in the salt was not left out. Kept on this device, and the last ones only.
 */
import type { SlipId } from "./shuffle";

const KEY = "croupier own bets";
const MOST = 200;

interface OwnBet extends SlipId {
  table: number;
  round: number;
}

function kept(): OwnBet[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as OwnBet[];
  } catch {
    return [];
  }
}

/** The last bet of a seat in a round is the one that counts. */
export function keepOwnBet(bet: OwnBet): void {
  const others = kept().filter(
    (one) => one.table !== bet.table || one.round !== bet.round || one.seat !== bet.seat,
  );
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, bet].slice(-MOST)));
  } catch {
    // Where nothing can be kept, less can be checked, and that is said there.
  }
}

export function ownBetsOf(table: number, round: number): SlipId[] {
  return kept()
    .filter((one) => one.table === table && one.round === round)
    .map(({ seat, id }) => ({ seat, id }));
}
