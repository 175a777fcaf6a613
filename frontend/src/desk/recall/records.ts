/**
 * The records of a round, made of the steps the house recalls: the one in force, and before it
 * those that were superseded when the round was revised. Each is a row of steps, and what lay on
 * the felt at a step is folded from the events of rounds up to it.
 */
import type { components } from "../../api/schema";
import type { RoundEvent, TableState } from "../../live/events";
import { folded, type Layout } from "../../live/layout";
import { isOfRound } from "../../live/mirror.svelte";

export type RecalledStep = components["schemas"]["RecalledStep"];
type Settings = TableState["settings"];

export interface Record {
  steps: readonly RecalledStep[];
  /** Whether another took its place. */
  isSuperseded: boolean;
}

/** What a step adds to a layout: a round that begins is its opening, other happenings nothing. */
function roundEventOf(step: RecalledStep, settings: Settings): RoundEvent | null {
  const { what } = step;
  if (what.event === "round_began") {
    const { device, is_physical, back, commitment } = what;
    return { event: "round_opened", settings, device, is_physical, back, commitment } as RoundEvent;
  }
  return isOfRound(what) ? what : null;
}

/** The steps before the one that brings the event of this number, counted from 0. */
function stepsBefore(steps: readonly RecalledStep[], count: number): RecalledStep[] {
  let seen = 0;
  const kept: RecalledStep[] = [];
  for (const step of steps) {
    const isEvent = step.what.event === "round_began" || isOfRound(step.what);
    if (isEvent && seen === count) continue;
    if (isEvent) seen += 1;
    kept.push(step);
  }
  return kept;
}

/** Oldest first; the last is in force. */
export function recordsOf(steps: readonly RecalledStep[]): Record[] {
  const superseded: Record[] = [];
  let current: RecalledStep[] = [];
  for (const step of steps) {
    if (step.what.event === "round_revised") {
      superseded.push({ steps: current, isSuperseded: true });
      current = [...stepsBefore(current, step.what.from_event), step];
    } else {
      current = [...current, step];
    }
  }
  return [...superseded, { steps: current, isSuperseded: false }];
}

/** What lay where after so many steps of a record. */
export function layoutAt(record: Record, count: number, settings: Settings): Layout {
  const events: RoundEvent[] = [];
  for (const step of record.steps.slice(0, count)) {
    const event = roundEventOf(step, settings);
    if (event) events.push(event);
  }
  return folded(events);
}
