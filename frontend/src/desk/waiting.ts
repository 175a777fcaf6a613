/** What waits for people at a table, from what staff is told of it. */
import type { components } from "../api/schema";
import type { TableState } from "../live/events";
import { folded } from "../live/layout";
import { words } from "../words/staff";

type Form = components["schemas"]["FormShown"];
export type FormName = "opener" | "closing count" | "error notification";
export type PositionRole = "dealer" | "supervisor";

export const POSITIONS: readonly PositionRole[] = ["dealer", "supervisor"];

export interface Waiting {
  kind: "fault" | "ruling" | "signature" | "approval" | "decks" | "dealer" | "count";
  text: string;
}

/** The papers of a count: the form itself, and the error notification where it differs. */
export function papersOf(form: Form): FormName[] {
  return form.nature === null ? [form.name] : [form.name, "error notification"];
}

export function isSigned(form: Form, paper: FormName, role: PositionRole): boolean {
  return form.signed.some((one) => one.form === paper && one.role === role);
}

/** Whether a dealer deals here, so that the rack is counted and signed for. */
export function isByHand(state: TableState): boolean {
  return state.terms.kind === "human" || state.terms.has_human_dealer;
}

/**
 * Whether the rack is to be counted, so that nothing here says what it should hold: who counts
 * says what is found.
 */
export function isRackCounted(state: TableState): boolean {
  const isDue = state.status !== "open" && (state.status !== "closing" || !state.round_is_on);
  return isByHand(state) && isDue && !state.form;
}

/** Why the decks must be changed before the next round; null where they need not be. */
export function decksDue(state: TableState, nowMs: number): string | null {
  if (state.terms.cards !== "physical") return null;
  if (!state.decks) return words.desk.waiting.decks;
  const most = state.terms.deck_change_rounds;
  const isWorn = most > 0 && (state.rounds_since_change ?? 0) >= most;
  const isOld = state.decks_until_ms != null && nowMs >= state.decks_until_ms;
  return isWorn || isOld ? words.desk.waiting.decksDue : null;
}

export function waitingAt(state: TableState, isHeld: boolean, nowMs: number): Waiting[] {
  const said = words.desk.waiting;
  const found: Waiting[] = [];
  if (isHeld) found.push({ kind: "fault", text: said.fault });
  const heldFor = folded(state.events).heldFor;
  if (heldFor !== null) found.push({ kind: "ruling", text: said.ruling(heldFor) });
  const { form } = state;
  if (form) {
    for (const paper of papersOf(form))
      for (const role of POSITIONS)
        if (!isSigned(form, paper, role))
          found.push({
            kind: "signature",
            text: said.signature(words.desk.roles[role], words.desk.forms[paper]),
          });
  } else if (isByHand(state) && state.status === "closing" && !state.round_is_on) {
    found.push({ kind: "count", text: said.count });
  }
  for (const one of state.approvals ?? [])
    found.push({
      kind: "approval",
      text: said.approval(one.round, words.desk.correction[one.what]),
    });
  if (state.status === "open") {
    const due = decksDue(state, nowMs);
    if (due) found.push({ kind: "decks", text: due });
    if (isByHand(state) && state.dealer === null)
      found.push({ kind: "dealer", text: said.noDealer });
  }
  return found;
}
