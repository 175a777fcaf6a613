/**
 * What the player of one seat puts down before the deal.
 *
 * As at a table, a chip on the felt is a bet: whatever makes a whole slip is sent at once, and one
 * that is not whole yet takes back what was sent before, so that what is shown as bet always is.
 */
import { newId, Refused } from "../api/http";
import { keepOwnBet } from "../fairness/ownBets";
import type { TableRules } from "../live/events";
import type { TableMirror } from "../live/mirror.svelte";
import {
  checkStakes,
  nextStake,
  openSpots,
  totalCents,
  withoutChip,
  type Stakes,
} from "../model/slip";
import { session } from "../people/session.svelte";

const SETTLE_MS = 250;

export class Betting {
  readonly seat: number;
  /** What lies before the player, bet or not yet. */
  draft: Stakes = $state.raw({});
  picks: readonly string[] = $state.raw([]);
  /** What is to be said of the last chip, such as another that went along. */
  note: string | null = $state(null);
  /** Why the house refused what was put down. */
  refusal: Refused | null = $state.raw(null);
  /** Whether the player has asked for cards, so that what is missing is said plainly. */
  isPressed = $state(false);
  /** How many commands are on their way. */
  #sending = $state(0);

  #mirror: TableMirror;
  #rules: () => TableRules | null;
  #past: { draft: Stakes; picks: readonly string[] }[] = $state.raw([]);
  #last: { draft: Stakes; picks: readonly string[] } | null = $state.raw(null);
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Ends when the last command that was sent is answered: each waits for the one before. */
  #answered: Promise<unknown> = Promise.resolve();

  isSending = $derived(this.#sending > 0);
  placed: Stakes = $derived.by(() =>
    this.#mirror.layout.betsAreClosed ? {} : (this.#mirror.layout.stakes[this.seat] ?? {}),
  );
  problems = $derived.by(() => {
    const rules = this.#rules();
    if (!rules) return [];
    const tableMaximumCents = this.#tableMaximum();
    return checkStakes(rules, this.draft, { picks: this.picks, tableMaximumCents });
  });
  open = $derived.by(() => {
    const rules = this.#rules();
    return rules ? openSpots(rules, this.draft, this.#tableMaximum()) : {};
  });
  totalCents = $derived(totalCents(this.draft));
  creditCents = $derived.by(() => this.#mirror.state?.credits[String(this.seat)] ?? 0);
  /** What would be left on the meter with this slip. */
  leftCents = $derived(this.creditCents + totalCents(this.placed) - this.totalCents);
  isReady = $derived.by(
    () => this.#mirror.state?.seats.find((one) => one.seat === this.seat)?.is_ready ?? false,
  );
  isLegal = $derived(this.totalCents > 0 && !this.problems.length && this.leftCents >= 0);
  /** Whether exactly this is bet. */
  isPlaced = $derived.by(
    () => this.totalCents > 0 && sameSlip(this.#house(), { stakes: this.draft, picks: this.picks }),
  );
  canUndo = $derived(this.#past.length > 0);
  canRebet = $derived(!!this.#last && !this.totalCents);

  constructor(seat: number, mirror: TableMirror, rules: () => TableRules | null) {
    this.seat = seat;
    this.#mirror = mirror;
    this.#rules = rules;
    this.takeUp();
  }

  /** Called when the table has told something: a new round begins with an empty felt. */
  takeUp(): void {
    const round = this.#mirror.state?.round ?? 0;
    if (round !== this.#round) {
      this.#round = round;
      this.#past = [];
      this.isPressed = false;
      this.refusal = null;
      this.note = null;
      this.draft = {};
    }
    if (this.#mirror.layout.betsAreClosed) {
      this.#cancel();
      return;
    }
    // Come back in the middle of betting, or bet from elsewhere: what the house has lies there.
    if (!this.#timer && !this.#sending && !sameSlip(this.#wanted(), this.#house())) this.#adopt();
  }

  add(spot: string, chipCents: number): void {
    const rules = this.#rules();
    if (!rules) return;
    const { stakes, note } = nextStake(rules, this.draft, spot, chipCents, this.#tableMaximum());
    this.#change(stakes, note);
  }

  take(spot: string, chipCents: number): void {
    const rules = this.#rules();
    if (!rules || !this.draft[spot]) return;
    const { stakes, note } = withoutChip(rules, this.draft, spot, chipCents);
    this.#change(stakes, note);
  }

  pick(choices: readonly string[]): void {
    this.#remember();
    this.picks = choices;
    this.#send();
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.draft = before.draft;
    this.picks = before.picks;
    this.note = null;
    this.#send();
  }

  clear(): void {
    if (this.totalCents) this.#change({}, null);
  }

  rebet(): void {
    if (!this.#last) return;
    this.picks = this.#last.picks;
    this.#change(this.#last.draft, null);
  }

  /** No more bets from this seat: an automatic table deals when all are ready. */
  async ready(): Promise<boolean> {
    this.isPressed = true;
    if (!this.isLegal) return false;
    return this.#tell(true);
  }

  #tableMaximum(): number | null {
    return this.#mirror.state?.settings.table_maximum_cents ?? null;
  }

  #change(draft: Stakes, note: string | null): void {
    this.#remember();
    this.draft = draft;
    this.note = note;
    this.#send();
  }

  #remember(): void {
    this.#past = [...this.#past, { draft: this.draft, picks: this.picks }].slice(-50);
  }

  #cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #send(): void {
    this.refusal = null;
    this.#cancel();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#tell(false);
    }, SETTLE_MS);
  }

  /** What the house has of this seat's bets. */
  #house(): Slip {
    return { stakes: this.placed, picks: this.#mirror.layout.picks[this.seat] ?? [] };
  }

  /** What it is to have: a slip that is not whole is none. */
  #wanted(): Slip {
    return this.isLegal ? { stakes: this.draft, picks: this.picks } : { stakes: {}, picks: [] };
  }

  #adopt(): void {
    const { stakes, picks } = this.#house();
    this.draft = stakes;
    if (totalCents(stakes)) this.picks = picks;
  }

  /** One command after the other: only when it is answered is it known what the house has. */
  #tell(isReady: boolean): Promise<boolean> {
    this.#cancel();
    this.#sending += 1;
    const done = this.#answered.then(() => this.#tellNow(isReady));
    this.#answered = done.catch(() => {});
    return done.finally(() => {
      this.#sending -= 1;
      this.takeUp();
    });
  }

  async #tellNow(isReady: boolean): Promise<boolean> {
    const { stakes, picks } = this.#wanted();
    const isNothing = !totalCents(stakes);
    if (isNothing && !totalCents(this.placed)) return false;
    if (!isReady && sameSlip({ stakes, picks }, this.#house())) return true;
    const round = this.#mirror.state?.round ?? null;
    const id = newId();
    const opened = this.#mirror.events[0];
    const commitment = opened?.event === "round_opened" ? opened.commitment : null;
    const bet = { table: this.#mirror.table, round: round ?? 0, seat: this.seat, id, commitment };
    keepOwnBet(bet);
    try {
      await session.command(
        this.#mirror.table,
        {
          ...{ do: "bet", seat: this.seat, round },
          ...{ stakes: { ...stakes }, picks: [...picks], is_ready: isReady },
        },
        id,
      );
      keepOwnBet({ ...bet, isDone: true });
      if (!isNothing) this.#last = { draft: stakes, picks };
      return true;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      // It was for a round that is on its way already: nothing of it is left to be said.
      if (round !== this.#mirror.state?.round) return false;
      this.#adopt();
      this.refusal = problem;
      return false;
    }
  }
}

interface Slip {
  stakes: Stakes;
  picks: readonly string[];
}

function sameSlip(one: Slip, other: Slip): boolean {
  return (
    sameStakes(one.stakes, other.stakes) &&
    (!totalCents(one.stakes) || sameList(one.picks, other.picks))
  );
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((pick, at) => pick === other[at]);
}

export function sameStakes(one: Stakes, other: Stakes): boolean {
  const spots = Object.keys(one);
  return (
    spots.length === Object.keys(other).length && spots.every((spot) => one[spot] === other[spot])
  );
}
