/**
 * The ids of the bets that were sent from this device, so that whoever checks a round can see that
 * his own part in the salt was not left out. The last ones only; where nothing can be kept, less
 * can be checked, and that is said there.
 */
import type { SlipId } from "./shuffle";

const KEY = "croupier own bets";
const MOST = 200;

export interface OwnBet extends SlipId {
  table: number;
  round: number;
  /** Of the round it was for: another house at the same address counts its rounds anew. */
  commitment: string | null;
  /** Whether the house has answered that it has it. */
  isDone?: boolean;
}

function kept(): OwnBet[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as OwnBet[];
  } catch {
    return [];
  }
}

/** Kept before it is sent, and once more when it is answered. */
export function keepOwnBet(bet: OwnBet): void {
  const others = kept().filter((one) => one.id !== bet.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, bet].slice(-MOST)));
  } catch {
    // Nothing is kept then.
  }
}

/**
 * By seat the id that must be in the salt, where that is certain: the last one that was sent from
 * here, if the house has answered it, and nobody has bet on that seat from elsewhere.
 */
export function ownBetsOf(
  table: number,
  round: number,
  commitment: string | null,
  slips: Readonly<Record<number, number>>,
  inSalt: readonly SlipId[],
): SlipId[] {
  const bets = kept().filter(
    (one) => one.table === table && one.round === round && one.commitment === commitment,
  );
  const seats = [...new Set(bets.map((one) => one.seat))];
  return seats.flatMap((seat) => {
    const own = bets.filter((one) => one.seat === seat);
    const there = own.find((one) =>
      inSalt.some((slip) => slip.seat === seat && slip.id === one.id),
    );
    if (there) return [{ seat, id: there.id }];
    const last = own.at(-1);
    const isSure = last?.isDone && (slips[seat] ?? 0) <= own.filter((one) => one.isDone).length;
    return last && isSure ? [{ seat, id: last.id }] : [];
  });
}
