import { describe, expect, test } from "vitest";
import type { TableRules } from "../live/events";
import recorded from "./fixtures/slips.json";
import { checkStakes, completed, nextStake, openSpots, totalCents } from "./slip";
import { withoutChip, withoutLast, type Stakes } from "./slip";

type Said = [pairs: [number, number][], picks: string, code: string | null, sentence?: string];

interface Table {
  game: string;
  name: string;
  table_maximum_cents: number | null;
  rules: TableRules;
  spots: string[];
  slips: Said[];
  drafts: [Stakes, Stakes][];
}

/** What the house made: each game at a usual table and at another, which says what differs. */
const TABLES = recorded.tables.map((one, at) => ({
  ...one,
  rules: { ...recorded.tables[at - (at % 2)]?.rules, ...one.rules },
})) as unknown as Table[];

function rulesOf(game: string, name = "usual"): TableRules {
  const table = TABLES.find((one) => one.game === game && one.name === name);
  if (!table) throw new Error(`no table of ${game}`);
  return table.rules;
}

const threeCard = rulesOf("three-card-poker");
const stadium = rulesOf("stadium-three-card-poker");
const pick2 = rulesOf("pick-2-poker");
const rollYourOwn = rulesOf("roll-your-own-blackjack");
const threeWay = rulesOf("three-way-action");

describe.each(TABLES.map((table) => [`${table.game}, ${table.name} table`, table] as const))(
  "%s",
  (_, table) => {
    const options = { tableMaximumCents: table.table_maximum_cents };

    test("every slip is taken or refused as the house does", () => {
      for (const [pairs, picked, code, sentence] of table.slips) {
        const spots = pairs.map(([at, cents]) => [table.spots[at] ?? "", cents] as const);
        const picks = picked.split("");
        const stakes = Object.fromEntries(spots);
        const first = checkStakes(table.rules, stakes, { ...options, picks })[0];
        expect([stakes, picks, first?.code ?? null]).toEqual([stakes, picks, code]);
        if (sentence !== undefined) expect(first?.sentence).toBe(sentence);
      }
      const verdicts = new Set(table.slips.map((one) => one[2]));
      expect(verdicts.size, "the slips are not all alike").toBeGreaterThan(4);
    });

    test("a slip is completed as the house does it", () => {
      for (const [begun, whole] of table.drafts)
        expect([begun, completed(table.rules, begun)]).toEqual([begun, whole]);
    });

    test("the least slip is taken, and a cent more on a spot is not", () => {
      const { stakes, picks } = table.rules.least_slip;
      expect(checkStakes(table.rules, stakes, { ...options, picks })).toEqual([]);
      for (const wager of table.rules.wagers) {
        if (!stakes[wager.spot] || wager.limit?.multiple_of_cents === 1) continue;
        const odd = { ...stakes, [wager.spot]: (stakes[wager.spot] ?? 0) + 1 };
        expect(checkStakes(table.rules, odd, { ...options, picks })).not.toEqual([]);
      }
    });

    test("chips on any open spots one after another break no limit and nothing that is equal", () => {
      let stakes: Stakes = {};
      for (let turn = 0; turn < 60; turn += 1) {
        const open = Object.entries(openSpots(table.rules, stakes, table.table_maximum_cents));
        const spots = open.filter(([, one]) => one.isOpen).map(([spot]) => spot);
        const spot = spots[(7 * turn) % spots.length];
        if (spot === undefined) break;
        const chip = [100, 500, 2_500][turn % 3] ?? 0;
        const after = nextStake(table.rules, stakes, spot, chip, table.table_maximum_cents);
        expect(after.stakes[spot]).toBeGreaterThan(stakes[spot] ?? 0);
        stakes = after.stakes;
        const codes = checkStakes(table.rules, stakes, options).map((one) => one.code);
        // Only what is not bet yet, or follows the Ante that was raised, may be wrong.
        const allowed = ["wager_missing", "stake_too_low_beside"];
        expect(codes.filter((code) => !allowed.includes(code))).toEqual([]);
      }
      expect(totalCents(stakes)).toBeGreaterThan(0);
    });

    test("a spot that is closed takes no chip and says why", () => {
      for (const [begun] of table.drafts) {
        for (const [spot, { isOpen, sentence }] of Object.entries(openSpots(table.rules, begun))) {
          const after = nextStake(table.rules, begun, spot, 500);
          if (isOpen) expect(after.stakes).not.toEqual(begun);
          else expect(after).toEqual({ stakes: begun, note: sentence });
        }
      }
    });
  },
);

describe("checkStakes", () => {
  test("finds all that is wrong, each on its spot", () => {
    const stakes = { "Six Card Bonus": 50, Ante: 1_000, "Pair Plus": 500 };
    expect(checkStakes(threeCard, stakes)).toEqual([
      {
        spot: "Six Card Bonus",
        code: "stake_below_minimum",
        sentence: "The minimum on Six Card Bonus is $1, not $0.50.",
      },
      {
        spot: "Pair Plus",
        code: "stake_too_low_beside",
        sentence: "Pair Plus must be at least Ante: $10 here.",
      },
    ]);
  });

  test("knows the maximum of the table, where it has one", () => {
    const problem = { spot: null, code: "table_maximum" };
    const stakes = { Ante: 2_000 };
    expect(checkStakes(threeCard, stakes, { tableMaximumCents: 1_500 })).toMatchObject([problem]);
    expect(checkStakes(threeCard, stakes, { tableMaximumCents: null })).toEqual([]);
  });

  test("asks for picks only where it is told what is picked", () => {
    const stakes = stadium.least_slip.stakes;
    expect(checkStakes(stadium, stakes)).toEqual([]);
    expect(checkStakes(stadium, stakes, { picks: [] })).toMatchObject([{ code: "picks_invalid" }]);
  });

  test.each([NaN, -500, 0, 12.5, 1e16, Infinity])("takes %d for no stake", (cents) => {
    expect(checkStakes(threeCard, { Ante: cents })[0]?.code).toBe("stake_invalid");
  });
});

describe("nextStake", () => {
  test("adds a chip", () => {
    expect(nextStake(threeCard, { Ante: 500 }, "Ante", 2_500)).toEqual({
      stakes: { Ante: 3_000 },
      note: null,
    });
  });

  test("brings the minimum with a first chip that is smaller, and says so", () => {
    expect(nextStake(threeCard, {}, "Ante", 100)).toEqual({
      stakes: { Ante: 500 },
      note: "The least on Ante is $5.",
    });
  });

  test("goes up to the next step with a chip that is none, and says so", () => {
    expect(nextStake(threeCard, { Ante: 500 }, "Ante", 100)).toEqual({
      stakes: { Ante: 1_000 },
      note: "Ante is bet in multiples of $5.",
    });
  });

  test("stops at the maximum, and says so", () => {
    const full = { stakes: { Ante: 50_000 }, note: "The most on Ante is $500." };
    expect(nextStake(threeCard, { Ante: 49_000 }, "Ante", 10_000)).toEqual(full);
    expect(nextStake(threeCard, full.stakes, "Ante", 500)).toEqual(full);
  });

  test("raises the three equal bets of Roll Your Own together from any of them", () => {
    for (const spot of ["Bonus", "Blackjack 1", "Blackjack 2"]) {
      const { stakes, note } = nextStake(rollYourOwn, {}, spot, 500);
      expect(stakes).toEqual({ Bonus: 500, "Blackjack 1": 500, "Blackjack 2": 500 });
      expect(note).toMatch(/^(?!.*undefined).+ and .+ go to \$5 too\.$/);
      const more = nextStake(rollYourOwn, stakes, spot, 100);
      expect(more.stakes).toEqual({ Bonus: 600, "Blackjack 1": 600, "Blackjack 2": 600 });
    }
  });

  test("raises the 3-5 Bonus with the Ante, and neither with the 5 Card Bonus Only", () => {
    expect(nextStake(pick2, {}, "Ante", 500)).toEqual({
      stakes: { Ante: 500, "3-5 Bonus": 500 },
      note: "3-5 Bonus goes to $5 too.",
    });
    const bet = { Ante: 500, "3-5 Bonus": 500 };
    expect(nextStake(pick2, bet, "5 Card Bonus Only", 500)).toEqual({
      stakes: { ...bet, "5 Card Bonus Only": 500 },
      note: null,
    });
  });

  test("brings an equal wager where the one that is bet goes only with it", () => {
    const other = rulesOf("pick-2-poker", "other");
    const alone = nextStake(other, {}, "5 Card Bonus Only", 500);
    expect(alone).toEqual({ stakes: { "5 Card Bonus Only": 500 }, note: null });
    const both = nextStake(other, alone.stakes, "3-5 Bonus", 1_000).stakes;
    expect(both).toEqual({ "5 Card Bonus Only": 500, "3-5 Bonus": 1_000, Ante: 1_000 });
  });

  test("never lowers a wager that must be equal and has more", () => {
    const { stakes } = nextStake(pick2, { Ante: 2_500 }, "3-5 Bonus", 500);
    expect(stakes).toEqual({ Ante: 2_500, "3-5 Bonus": 2_500 });
  });

  test("brings at least what another wager asks for", () => {
    expect(nextStake(threeCard, { Ante: 2_500 }, "Pair Plus", 500)).toEqual({
      stakes: { Ante: 2_500, "Pair Plus": 2_500 },
      note: "Pair Plus must be at least Ante.",
    });
  });

  test("keeps below the maximum of the table, the wagers that go up together counted", () => {
    const { stakes } = nextStake(rollYourOwn, {}, "Bonus", 2_500, 4_000);
    expect(totalCents(stakes)).toBe(3_900);
    const after = nextStake(rollYourOwn, stakes, "Bonus", 500, 4_000);
    expect(after.stakes).toBe(stakes);
    expect(after.note).toBe("All wagers of one seat together may come to $40 at this table.");
  });

  test("leaves a slip alone where the spot is bet later", () => {
    const before = { Ante: 500 };
    const { stakes, note } = nextStake(threeCard, before, "Play", 500);
    expect(stakes).toBe(before);
    expect(note).toBe("Play is bet during the round, with a decision; leave it out.");
  });
});

describe("openSpots", () => {
  test("names the spots that are bet before the deal, and no others", () => {
    expect(Object.keys(openSpots(threeWay, {}))).toEqual([
      "High Card",
      "Blackjack",
      "Poker",
      "Bonus",
    ]);
    expect(Object.values(openSpots(threeWay, {})).every((one) => one.isOpen)).toBe(true);
  });

  test("closes a side bet until its base is bet, in the words of the rules", () => {
    const why = "Six Card Bonus goes only with Ante and Pair Plus.";
    expect(openSpots(threeCard, {})["Six Card Bonus"]).toEqual({ isOpen: false, sentence: why });
    const based = { Ante: 500, "Pair Plus": 500 };
    expect(openSpots(threeCard, based)["Six Card Bonus"]).toEqual({ isOpen: true, sentence: null });
  });

  test("closes a spot that is full, and all where the table's maximum is reached", () => {
    expect(openSpots(threeCard, { Ante: 50_000 })["Ante"]?.isOpen).toBe(false);
    const closed = Object.values(openSpots(threeCard, { Ante: 1_000 }, 1_200));
    expect(closed.map((one) => one.isOpen)).toEqual([false, false, false]);
  });
});

describe("taking back", () => {
  test("takes a chip off, and all where less than the least would lie there", () => {
    const bet = { Ante: 3_000 };
    const less = withoutChip(threeCard, bet, "Ante", 2_500);
    expect(less).toEqual({ stakes: { Ante: 500 }, note: null });
    expect(withoutChip(threeCard, less.stakes, "Ante", 500)).toEqual({ stakes: {}, note: null });
    expect(withoutChip(threeCard, {}, "Ante", 500).stakes).toEqual({});
  });

  test("takes it off what must be equal too, and says so", () => {
    const bet = { Ante: 1_000, "3-5 Bonus": 1_000 };
    expect(withoutChip(pick2, bet, "Ante", 500)).toEqual({
      stakes: { Ante: 500, "3-5 Bonus": 500 },
      note: "3-5 Bonus goes to $5 too.",
    });
    expect(withoutChip(pick2, bet, "Ante", 1_000)).toEqual({
      stakes: {},
      note: "3-5 Bonus comes back too.",
    });
  });

  test("goes back to the slip before", () => {
    const history: Stakes[] = [{}, { Ante: 500 }, { Ante: 1_000 }];
    expect(withoutLast(history)).toEqual([{}, { Ante: 500 }]);
    expect(withoutLast([])).toEqual([]);
  });
});
