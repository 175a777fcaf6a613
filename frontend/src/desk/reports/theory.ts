/**
 * What was to be won: for every spot what was staked there before the deal, times the exact edge
 * of the bet that is made there. A bet takes in what follows from it, such as a Play.
 */
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type SpotStakes = Schemas["SpotStakes"];
export type TableBet = Schemas["TableBet"];

export interface SpotTheory {
  spot: string;
  stakedCents: number;
  /** Null while the edge is not known. */
  edge: number | null;
  exact: string | null;
  expectedCents: number | null;
}

export interface Theory {
  spots: readonly SpotTheory[];
  /** Null where nothing is known of any spot that was staked on. */
  expectedCents: number | null;
  /** The spots that are left out, because their edge is not known. */
  missing: readonly string[];
}

export function theoryOf(spots: readonly SpotStakes[], bets: readonly TableBet[]): Theory {
  const found = spots.map((one): SpotTheory => {
    const edge = bets.find((bet) => bet.per === one.spot)?.edge ?? null;
    return {
      spot: one.spot,
      stakedCents: one.staked_cents,
      edge: edge?.value ?? null,
      exact: edge?.exact ?? null,
      expectedCents: edge ? one.staked_cents * edge.value : null,
    };
  });
  const known = found.flatMap((one) => (one.expectedCents === null ? [] : [one.expectedCents]));
  return {
    spots: found,
    expectedCents:
      known.length || !found.length ? Math.round(known.reduce((sum, one) => sum + one, 0)) : null,
    missing: found.filter((one) => one.edge === null).map((one) => one.spot),
  };
}
