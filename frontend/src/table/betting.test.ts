/** What lies before the player as bet is what the house has, whatever happens on the way. */
import { beforeEach, afterEach, describe, expect, it, vi } from "vitest";
import type { EventsMessage, TableEvent, TableRules, TableState } from "../live/events";
import { TableMirror } from "../live/mirror.svelte";
import { Betting } from "./betting.svelte";

interface Sent {
  body: { do: string; stakes: Record<string, number>; picks: string[]; is_ready: boolean };
  done: () => void;
  refuse: (code: string) => void;
}
const sent: Sent[] = [];
const { Refused } = vi.hoisted(() => ({
  Refused: class extends Error {
    constructor(
      readonly code: string,
      readonly detail: string,
    ) {
      super(detail);
    }
  },
}));
let count = 0;
vi.mock("../api/http", () => ({ Refused, newId: () => `id ${(count += 1)}` }));
vi.mock("../people/session.svelte", () => ({
  session: {
    command: (_table: number, body: Sent["body"]) =>
      new Promise((done, fail) => {
        sent.push({
          body,
          done: () => done({ entry: 1, upto: 1, isRepeated: false }),
          refuse: (code) => fail(new Refused(code, "No.")),
        });
      }),
  },
}));

const limit = { minimum_cents: 500, maximum_cents: 50_000, multiple_of_cents: 500, about: "" };
const wager = (spot: string, rules: object[]) => ({
  ...{ spot, about: "", when: "before the deal", limit, stake_unit_cents: 1, constraints: [] },
  ...{ rules, odds: [], pay_table: null, brought_by: null, may_grow_to: 1 },
});
const RULES = {
  wagers: [
    wager("Ante", [{ kind: "compulsory", spots: [], times: null, sentence: "Ante must be bet." }]),
    wager("Side", [{ kind: "only_with", spots: ["Ante"], times: null, sentence: "Only with." }]),
  ],
  picks: null,
} as unknown as TableRules;

let mirror: TableMirror;
let betting: Betting;
let upto = 0;

function tell(...events: TableEvent[]): void {
  mirror.take({
    ...{ type: "events", table: 1, after: upto, upto: upto + events.length, at_ms: 0, round: 1 },
    ...{ events: events.map((event, at) => [upto + at + 1, event]), credits: {} },
  } as EventsMessage);
  upto += events.length;
  betting.takeUp();
}
const placed = (stakes: Record<string, number>) =>
  tell({
    event: "wagers_placed",
    seat: 1,
    stakes: Object.entries(stakes),
    picks: [],
  } as TableEvent);
/** The house takes what was sent last: the event comes before the receipt. */
async function take(): Promise<void> {
  const last = sent.at(-1) as Sent;
  placed(last.body.stakes);
  last.done();
  await settle();
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  upto = 0;
  mirror = new TableMirror(1, () => 7);
  mirror.take({
    type: "snapshot",
    ...({ table: 1, upto: 0, round: 1, round_is_on: true } as unknown as TableState),
    seats: [
      {
        seat: 1,
        name: "Ada",
        is_yours: true,
        is_leaving: false,
        is_connected: true,
        is_ready: false,
      },
    ],
    events: [],
    credits: { "1": 10_000 },
    settings: { table_maximum_cents: null } as TableState["settings"],
  });
  betting = new Betting(1, mirror, () => RULES);
});
afterEach(() => vi.useRealTimers());

describe("what is put down", () => {
  it("is sent once nothing more is put down for a moment, and is bet when the house says so", async () => {
    betting.add("Ante", 500);
    betting.add("Ante", 500);
    expect(betting.isPlaced).toBe(false);
    await settle(300);
    expect(sent.map((one) => one.body.stakes)).toEqual([{ Ante: 1_000 }]);
    expect(betting.isPlaced).toBe(false);
    await take();
    expect(betting.isPlaced).toBe(true);
  });

  it("is taken back although the house has not answered yet that it has it", async () => {
    betting.add("Ante", 500);
    await settle(300);
    betting.clear();
    await settle(300);
    await take();
    expect(sent.map((one) => one.body.stakes)).toEqual([{ Ante: 500 }, {}]);
    await take();
    expect(mirror.layout.stakes[1]).toBeUndefined();
    expect(betting.totalCents).toBe(0);
    await settle(1_000);
    expect(sent).toHaveLength(2);
  });

  it("is what the house has after it has refused a change, and why is said", async () => {
    betting.add("Ante", 500);
    await settle(300);
    await take();
    betting.add("Ante", 2_000);
    await settle(300);
    sent.at(-1)?.refuse("exposure_maximum");
    await settle();
    expect(betting.draft).toEqual({ Ante: 500 });
    expect(betting.isPlaced).toBe(true);
    expect(betting.refusal?.code).toBe("exposure_maximum");
  });

  it("is what was bet on the same seat from elsewhere", async () => {
    betting.add("Ante", 500);
    await settle(300);
    await take();
    placed({ Ante: 1_500, Side: 500 });
    expect(betting.draft).toEqual({ Ante: 1_500, Side: 500 });
    placed({});
    expect(betting.draft).toEqual({});
    await settle(1_000);
    expect(sent).toHaveLength(1);
  });

  it("takes back what was bet while it is not whole", async () => {
    betting.add("Ante", 500);
    betting.add("Side", 500);
    await settle(300);
    await take();
    betting.take("Ante", 500);
    await settle(300);
    expect(sent.at(-1)?.body.stakes).toEqual({});
    await take();
    expect(betting.draft).toEqual({ Side: 500 });
    expect(betting.isPlaced).toBe(false);
  });

  it("waits with the last word for what is on its way, and sends nothing once bets are closed", async () => {
    betting.add("Ante", 500);
    await settle(300);
    betting.add("Ante", 500);
    const ready = betting.ready();
    await settle();
    expect(sent).toHaveLength(1);
    await take();
    expect(sent.at(-1)?.body).toMatchObject({ stakes: { Ante: 1_000 }, is_ready: true });
    await take();
    expect(await ready).toBe(true);
    betting.add("Ante", 500);
    tell({ event: "bets_closed", salt: "00", cut_at: null } as TableEvent);
    await settle(1_000);
    expect(sent).toHaveLength(2);
  });
});
