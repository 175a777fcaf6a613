/**
 * A slip begun, completed with what the rules ask for beside it: the twin of `Draft.completed` in
 * `croupier.terminal.draft`, which does it for players in the terminal.
 */
import type { TableRules } from "../live/events";
import { bettable, has, isMissing, ratioOf, spanOf, sumOf } from "./spots";
import type { Constraint, Stakes, Wager } from "./spots";

/** The stakes with the least that is missing, and with what must follow others raised to them. */
export function completed(rules: TableRules, stakes: Stakes): Stakes {
  const wagers = bettable(rules);
  const all: Record<string, number> = { ...stakes };
  mirror(wagers, all);
  for (const wager of wagers) {
    if (!isMissing(wager, all)) continue;
    all[wager.spot] = spanOf(wager).least;
    mirror(wagers, all);
  }
  // What is measured by others follows them, and those may follow others themselves.
  for (let round = Object.keys(all).length; round > 0; round -= 1) {
    for (const { wager, rule } of measured(wagers)) {
      const { over, under } = ratioOf(rule);
      const asked = Math.trunc((sumOf(all, rule.spots) * over) / under);
      const stake = all[wager.spot] ?? 0;
      if (stake && asked && (rule.kind === "equal_to" || stake < asked)) all[wager.spot] = asked;
    }
  }
  return all;
}

/** Puts down what is missing and must be equal to something that lies there. */
function mirror(wagers: readonly Wager[], all: Record<string, number>): void {
  for (let round = wagers.length; round > 0; round -= 1) {
    for (const { wager, rule } of measured(wagers)) {
      const base = wagers.find((one) => one.spot === rule.spots[0]);
      if (rule.kind !== "equal_to" || rule.spots.length !== 1 || !base) continue;
      const { over, under } = ratioOf(rule);
      if (has(all, base.spot) && isMissing(wager, all))
        all[wager.spot] = Math.trunc(((all[base.spot] ?? 0) * over) / under);
      else if (has(all, wager.spot) && isMissing(base, all))
        all[base.spot] = Math.trunc(((all[wager.spot] ?? 0) * under) / over);
    }
  }
}

/** The wagers that others give a measure. */
function measured(wagers: readonly Wager[]): { wager: Wager; rule: Constraint }[] {
  return wagers.flatMap((wager) =>
    wager.rules
      .filter((rule) => rule.kind === "equal_to" || rule.kind === "at_least")
      .map((rule) => ({ wager, rule })),
  );
}
