/**
 * The last rounds as this page has seen them end: what the dealer had, and how the player came
 * out. They are kept for the session of the browser, so that a page loaded anew still has them;
 * by person, for whoever comes next to a terminal is not told what the last one won.
 */
import { resultOf, type Layout } from "../live/layout";
import { placeText } from "../live/places";
import { session } from "../people/session.svelte";
import type { TableView } from "../table/view.svelte";
import { dealersCards } from "./lines";

export interface LastRound {
  round: number;
  dealer: readonly string[];
  /** What the dealer's hand was called; empty where it was not. */
  called: string;
  isVoid: boolean;
  /** What the player's own terminal won or lost; null where it was not in the round. */
  netCents: number | null;
}

const MOST = 12;

export class LastRounds {
  list: readonly LastRound[] = $state.raw([]);
  #view: TableView;

  constructor(view: TableView) {
    this.#view = view;
    const key = this.#key();
    if (key) this.list = kept(key);
  }

  /** Follows the table until what is returned is called. */
  follow(): () => void {
    this.#look(this.#view.stage.layout);
    return this.#view.stage.listen((shown, isSnapshot) => {
      if (isSnapshot) this.#look(this.#view.stage.layout);
      for (const { event, layout } of shown)
        if (event.event === "round_closed" || event.event === "round_voided") this.#look(layout);
    });
  }

  #look(layout: Layout): void {
    const { round } = this.#view.stage;
    if (!layout.isOver || !round) return;
    const seat = this.#view.seat;
    const isIn = seat !== null && Object.keys(layout.staked[seat] ?? {}).length > 0;
    const { staked, returned } = isIn ? resultOf(layout, seat) : { staked: 0, returned: 0 };
    const ended: LastRound = {
      round,
      dealer: dealersCards(layout).flatMap((one) => one.card ?? []),
      called: layout.called[placeText("dealer", "Hand")] ?? "",
      isVoid: layout.isVoid,
      netCents: isIn ? returned - staked : null,
    };
    // Of another house on this address, or one begun anew, nothing is kept.
    const before = this.list.filter((one) => one.round < round);
    this.list = [ended, ...before].slice(0, MOST);
    const key = this.#key();
    if (key) keep(key, this.list);
  }

  /** Null for nobody: he has no rounds of his own. */
  #key(): string | null {
    return session.me && `croupier.last-rounds.${this.#view.table}.${session.me.user}`;
  }
}

function kept(key: string): readonly LastRound[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? (found as LastRound[]) : [];
  } catch {
    return []; // no storage here, or something else's scribble in it
  }
}

function keep(key: string, list: readonly LastRound[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Kept nowhere: they last as long as the page.
  }
}
