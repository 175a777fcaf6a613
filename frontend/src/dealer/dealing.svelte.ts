/**
 * What a dealer's terminal knows beside the table: what is to be done next, in the words of the
 * house, and how it is told that it was done. It is asked for anew whenever something happens.
 */
import { answered, api, Refused } from "../api/http";
import type { components } from "../api/schema";
import type { TableState } from "../live/events";
import type { CommandBody } from "../live/line";
import type { Told } from "../live/mirror.svelte";
import { session } from "../people/session.svelte";
import type { TableView } from "../table/view.svelte";
import { toasts } from "../ui/toasts.svelte";
import { dollars } from "../model/money";
import { words } from "../words/staff";
import { dueFrom, type NextStep } from "./steps";

export interface Finding {
  back: components["schemas"]["Back"];
  isSound: boolean;
  finding: string;
}

/** Events come in bundles: the house is asked once for all of them. */
const GATHER_MS = 40;
/** Two touches within that are one. */
const TOUCH_MS = 250;

export class Dealing {
  next: NextStep | null = $state.raw(null);
  /** What only staff is told: forms and decks. */
  desk: TableState | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  isSending = $state(false);
  /** The cards entered here in this round, the last one last. */
  entered: readonly string[] = $state.raw([]);
  findings: readonly Finding[] = $state.raw([]);
  tipsCents = $state(0);

  #view: TableView;
  #asking = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  isMine = $derived.by(() => {
    const name = this.#view.mirror.state?.dealer;
    return !!name && name === session.me?.name;
  });
  due = $derived.by(() => (this.isMine ? dueFrom(this.next, this.desk, session.me?.user) : null));
  /** The cards that cannot come any more: those on the felt, and those entered here. */
  seen = $derived.by(() => {
    const seen = new Set(this.entered);
    for (const cards of Object.values(this.#view.mirror.layout.cards))
      for (const one of cards) if (one.card) seen.add(one.card);
    return seen;
  });

  constructor(view: TableView) {
    this.#view = view;
  }

  follow(): () => void {
    const stop = this.#view.mirror.listen((told) => this.#take(told));
    return () => {
      stop();
      if (this.#timer) clearTimeout(this.#timer);
    };
  }

  /** Tells the table something; whether it was done. What was refused is shown. */
  async send(body: CommandBody): Promise<boolean> {
    if (this.isSending) return false;
    this.isSending = true;
    this.refusal = null;
    try {
      await session.command(this.#view.table, body);
      return true;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.refusal = problem;
      return false;
    } finally {
      // A second touch of the same button is not the next step: first it is known what that is.
      await Promise.all([this.#look(), new Promise((done) => setTimeout(done, TOUCH_MS))]);
      this.isSending = false;
    }
  }

  async enter(card: string): Promise<boolean> {
    const { round } = this.#view.mirror.state ?? {};
    const isDone = await this.send({ do: "enter_card", card });
    if (isDone && this.#view.mirror.state?.round === round) this.entered = [...this.entered, card];
    return isDone;
  }

  #take({ isSnapshot, events }: Told): void {
    for (const event of events) {
      if (event.event === "round_began") this.entered = [];
      if (event.event === "deck_inspected") {
        const { back, is_sound: isSound, finding } = event;
        const others = this.findings.filter((one) => one.back !== back);
        this.findings = [...others, { back, isSound, finding }];
      }
      if (event.event === "tip_given") {
        this.tipsCents += event.cents;
        toasts.show(words.dealer.tipFrom(event.seat, dollars(event.cents)), "good");
      }
    }
    if (isSnapshot || events.length) this.#soon();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, GATHER_MS);
  }

  async #look(): Promise<void> {
    const asking = ++this.#asking;
    const params = { path: { table: this.#view.table } };
    try {
      const [next, desk] = await Promise.all([
        // Only who works here is told what is next.
        this.isMine ? answered(api.GET("/api/tables/{table}/next-step", { params })) : null,
        answered(api.GET("/api/tables/{table}", { params })),
      ]);
      if (asking !== this.#asking) return;
      this.next = next;
      this.desk = desk;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (asking === this.#asking) this.refusal = problem;
    }
  }
}
