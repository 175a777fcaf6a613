/**
 * How many are in it. What the others of a stadium do is told to staff alone; how many terminals
 * are taken anybody may ask, and it is asked for now and then.
 */
import { answered, api, Refused } from "../api/http";
import type { TableView } from "../table/view.svelte";

const LOOK_MS = 5_000;

export class Counts {
  terminals: number | null = $state(null);
  #view: TableView;

  isForStaff = $derived.by(() => this.#view.mirror.state?.form !== undefined);
  bet = $derived.by(
    () =>
      Object.values(this.#view.mirror.layout.staked).filter((one) => Object.keys(one).length)
        .length,
  );
  waiting = $derived.by(() => Object.keys(this.#view.mirror.layout.asked).length);

  constructor(view: TableView) {
    this.#view = view;
  }

  follow(): () => void {
    void this.#look();
    const looking = setInterval(() => {
      if (!document.hidden) void this.#look();
    }, LOOK_MS);
    return () => clearInterval(looking);
  }

  async #look(): Promise<void> {
    try {
      const params = { path: { table: this.#view.table } };
      const found = await answered(api.GET("/api/tables/{table}", { params }));
      this.terminals = found.seats_taken;
    } catch (problem) {
      // The line says it when the house is gone; a sign need not say it twice.
      if (!(problem instanceof Refused)) throw problem;
    }
  }
}
