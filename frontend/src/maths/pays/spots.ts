/** Which spots have pay tables, and which of them are offered the same. */
import type { Body } from "../settings";
import type { Rules, SpotTables } from "../types";
import { parseOdds, writeOdds, type Line } from "../pays";

export interface Spot {
  readonly spot: string;
  readonly tables: SpotTables["tables"];
  /** Other spots that are offered the very same tables, such as those of rows and columns. */
  readonly alike: readonly string[];
}

/** Spots with the same tables are one, under the shortest of their names. */
export function spotsOf(rules: Rules): readonly Spot[] {
  const groups = new Map<string, SpotTables[]>();
  for (const one of rules.pay_tables) {
    const key = JSON.stringify(one.tables);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const [first, ...others] = group.toSorted((one, other) => one.spot.length - other.spot.length);
    return {
      spot: first?.spot ?? "",
      tables: first?.tables ?? [],
      alike: others.map((one) => one.spot),
    };
  });
}

/**
 * Two tables to try: every line pays a lot more, and none pays anything. A bet whose edge neither
 * of them moves has no part in it. One is not enough: who may lose a dear side bet by folding never
 * folds, and does not fold any less where it is dearer still.
 */
export function probes(body: Body, spot: string, lines: readonly Line[]): readonly Body[] {
  const raised = lines.map((line) => {
    const odds = parseOdds(line.odds) ?? { won: 1, staked: 1 };
    return { name: line.name, odds: writeOdds({ ...odds, won: 2 * odds.won + 3 * odds.staked }) };
  });
  const lowered = lines.map((line) => ({
    name: line.name,
    odds: writeOdds({ won: 0, staked: 1 }),
  }));
  return [raised, lowered].map((some) => ({
    readings: body.readings,
    pay_tables: { ...body.pay_tables, [spot]: some },
  }));
}

/** Every line that any of some tables has, in the order in which they come first. */
export function allLines(tables: readonly { lines: readonly Line[] }[]): string[] {
  const names: string[] = [];
  for (const { lines } of tables) {
    lines.forEach((line, at) => {
      if (names.includes(line.name)) return;
      // It goes behind the line before it, so that the best hands stay first.
      const before = lines[at - 1];
      const place = before ? names.indexOf(before.name) + 1 : 0;
      names.splice(place, 0, line.name);
    });
  }
  return names;
}
