/**
 * What is shown follows what is known: in order, never ahead, at once where nobody wants motion,
 * and with a result that stays although others bet again.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventsMessage, TableEvent, TableState } from "./events";
import { TableMirror } from "./mirror.svelte";
import { Stage } from "./stage.svelte";

const page = { hidden: false };
const preferences = { still: false };
vi.mock("../prefs.svelte", () => ({
  prefs: {
    get still() {
      return preferences.still;
    },
  },
}));

const began = (round: number) =>
  ({
    event: "round_began",
    round,
    device: "shuffler",
    is_physical: false,
    back: "red",
    commitment: null,
  }) as TableEvent;
const bet = (seat: number) =>
  ({ event: "wagers_placed", seat, stakes: [["Ante", 500]], picks: [] }) as TableEvent;
const closed = { event: "bets_closed", salt: "00", cut_at: null } as TableEvent;
const dealt = (card: string) =>
  ({ event: "card_dealt", place: "seat 1/Hand", card, face: "own" }) as TableEvent;
const over = { event: "round_closed" } as TableEvent;
const ROUND = [bet(1), closed, dealt("As"), dealt("Kd"), dealt("7c"), over];

let mirror: TableMirror;
let stage: Stage;
let upto = 0;

function tell(...events: TableEvent[]): void {
  const message = {
    type: "events",
    table: 1,
    after: upto,
    upto: upto + events.length,
    at_ms: 0,
    round: 1,
    events: events.map((event, at) => [upto + at + 1, event]),
    credits: {},
  } as EventsMessage;
  upto += events.length;
  mirror.take(message);
}

function cards(): (string | null)[] {
  return (stage.layout.cards["seat 1/Hand"] ?? []).map((one) => one.card);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("document", page);
  page.hidden = false;
  preferences.still = false;
  upto = 0;
  mirror = new TableMirror(1, () => 7);
  stage = new Stage(mirror);
  const seat = { seat: 1, name: "Ada", is_yours: true, is_leaving: false, is_connected: true };
  mirror.take({
    type: "snapshot",
    ...({
      table: 1,
      upto: 0,
      round: 0,
      seats: [{ ...seat, is_ready: false }],
    } as unknown as TableState),
    events: [],
    credits: {},
  });
});
afterEach(() => {
  stage.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("with motion", () => {
  it("shows one card after the other, while the mirror has them all", () => {
    tell(began(1), ...ROUND);
    const seen: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      if (seen.at(-1) !== cards().length) seen.push(cards().length);
      vi.advanceTimersByTime(50);
    }
    expect(mirror.layout.isOver).toBe(true);
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(stage.layout.isOver).toBe(true);
    expect(stage.isPlaying).toBe(false);
    expect(stage.layout).toEqual(mirror.layout);
  });

  it("shows all at once when told to hurry", () => {
    tell(began(1), ...ROUND);
    expect(cards().length).toBeLessThan(3);
    stage.hurry();
    expect(cards()).toEqual(["As", "Kd", "7c"]);
    expect(stage.isPlaying).toBe(false);
  });

  it("tells whoever listens everything once and in order", () => {
    const told: string[] = [];
    stage.listen((shown) => told.push(...shown.map((one) => one.event.event)));
    tell(began(1), ...ROUND);
    tell(began(2));
    vi.advanceTimersByTime(20_000);
    expect(told).toEqual(["round_began", ...ROUND.map((one) => one.event), "round_began"]);
  });

  it("is where the mirror is after a snapshot, and plays nothing of before", () => {
    tell(began(1), ...ROUND);
    mirror.take({ type: "snapshot", ...(mirror.state as TableState), events: [] });
    expect(stage.layout).toEqual(mirror.layout);
    vi.advanceTimersByTime(20_000);
    expect(cards()).toEqual([]);
  });
});

describe.each([
  ["without motion", () => (preferences.still = true)],
  ["in a tab nobody looks at", () => (page.hidden = true)],
])("%s", (_, set) => {
  it("is where the mirror is at once", () => {
    set();
    tell(began(1), ...ROUND);
    expect(stage.layout).toEqual(mirror.layout);
    expect(stage.isPlaying).toBe(false);
  });
});

describe.each([
  ["with motion", false],
  ["without motion", true],
])("a result, %s", (_, still) => {
  beforeEach(() => {
    preferences.still = still;
    tell(began(1), ...ROUND);
    stage.hurry();
    tell(began(2));
  });

  it("stays although others bet again, for a while", () => {
    tell(bet(2));
    vi.advanceTimersByTime(1_000);
    expect(cards()).toEqual(["As", "Kd", "7c"]);
    expect(stage.isLast).toBe(true);
    expect(stage.isPlaying).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(cards()).toEqual([]);
    expect(stage.layout.stakes[2]).toEqual({ Ante: 500 });
    expect(stage.layout).toEqual(mirror.layout);
  });

  it("goes when its player begins to bet", () => {
    stage.clear();
    expect(cards()).toEqual([]);
    expect(stage.isLast).toBe(false);
    tell(bet(1));
    vi.advanceTimersByTime(100);
    expect(stage.layout.stakes[1]).toEqual({ Ante: 500 });
  });

  it("goes when its player begins to bet after others have", () => {
    tell(bet(2));
    stage.clear();
    vi.advanceTimersByTime(100);
    expect(cards()).toEqual([]);
    expect(stage.layout.stakes[2]).toEqual({ Ante: 500 });
  });
});
