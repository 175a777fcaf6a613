import { describe, expect, test } from "vitest";
import {
  bodyOf,
  isUsual,
  queryOf,
  settingsOf,
  USUAL,
  withPay,
  withReading,
  withTable,
} from "./settings";
import type { Rules } from "./types";

const RULES = {
  pay_tables: [
    {
      spot: "Pair Plus",
      tables: [
        {
          name: "Usual",
          in_force: true,
          lines: [
            { name: "Straight", odds: "6 to 1" },
            { name: "Two Pair, High", odds: "even money" },
          ],
        },
        { name: "1-4: rare", in_force: false, lines: [{ name: "Straight", odds: "5 to 1" }] },
      ],
    },
  ],
  rulings: [
    {
      name: "mini_royal",
      default: "suited",
      readings: [{ name: "suited" }, { name: "any_suits" }],
    },
  ],
} as unknown as Rules;

const read = (query: string) => settingsOf(new URLSearchParams(query), RULES);

describe("the address", () => {
  test("without anything is as usual", () => {
    expect(isUsual(read(""))).toBe(true);
    expect(queryOf(new URLSearchParams("stake=5"), USUAL)).toBe("?stake=5");
  });

  test("keeps what was chosen, and everything else that stands in it", () => {
    let settings = withReading(USUAL, "mini_royal", "any_suits");
    settings = withTable(settings, "Pair Plus", "1-4: rare");
    settings = withPay(settings, "Pair Plus", "Straight", "7 to 2");
    const query = queryOf(new URLSearchParams("stake=5&pay=old:one:1"), settings);
    expect(read(query)).toEqual(settings);
    expect(new URLSearchParams(query).get("stake")).toBe("5");
    expect(new URLSearchParams(query).getAll("pay")).toEqual(["Pair Plus:Straight:7 to 2"]);
  });

  test("names nothing that is as usual", () => {
    expect(isUsual(read("reading=mini_royal:suited&table=Pair Plus:Usual"))).toBe(true);
    expect(isUsual(read("pay=Pair Plus:Straight:6 to 1"))).toBe(true);
    expect(isUsual(read("pay=Pair Plus:Two Pair, High:1 to 1"))).toBe(true);
  });

  test("of another game or time is passed over", () => {
    const old = "reading=gone:x&reading=mini_royal:blue&table=No:one&table=Pair Plus:None";
    expect(isUsual(read(`${old}&pay=No:Line:1 to 1&pay=Pair Plus:Straight:lots&pay=x`))).toBe(true);
  });
});

describe("what is asked of the house", () => {
  test("names a table that is offered", () => {
    expect(bodyOf(read("table=Pair Plus:1-4: rare"), RULES)).toEqual({
      readings: {},
      pay_tables: { "Pair Plus": "1-4: rare" },
    });
  });

  test("spells out one that was changed", () => {
    expect(bodyOf(read("pay=Pair Plus:Straight:5 to 1"), RULES).pay_tables).toEqual({
      "Pair Plus": [
        { name: "Straight", odds: "5 to 1" },
        { name: "Two Pair, High", odds: "even money" },
      ],
    });
  });
});

test("what is chosen can be dropped again", () => {
  const settings = withPay(
    withReading(USUAL, "mini_royal", "any_suits"),
    "Pair Plus",
    "Straight",
    "5",
  );
  expect(withReading(withPay(settings, "Pair Plus", "Straight", null), "mini_royal", null)).toEqual(
    USUAL,
  );
  expect(withTable(settings, "Pair Plus", "1-4: rare").pays).toEqual({});
});
