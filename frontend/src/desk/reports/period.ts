/** The periods a report can be of, as they stand in the address of the page. */
import { startOfDay } from "../../times";

export type PeriodKind = "open" | "today" | "shift" | "custom";
export const PERIODS: readonly PeriodKind[] = ["open", "today", "shift", "custom"];

const SHIFT_MS = 8 * 3_600_000;

export interface Period {
  from_ms?: number;
  to_ms?: number;
}

/** What the API is asked for: nothing for the time since the last day was closed. */
export function periodOf(kind: PeriodKind, from: string, to: string, nowMs: number): Period {
  switch (kind) {
    case "open":
      return {};
    case "today":
      return { from_ms: startOfDay(nowMs) };
    case "shift":
      return { from_ms: Math.round(nowMs) - SHIFT_MS };
    case "custom": {
      const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
      return {
        ...(Number.isFinite(fromMs) ? { from_ms: fromMs } : {}),
        ...(Number.isFinite(toMs) ? { to_ms: toMs } : {}),
      };
    }
  }
}
