import { expect, test } from "vitest";
import { changed, isSame, meansSame, parseOdds, realChanges, stepped, writeOdds } from "./pays";

const LINES = [
  { name: "Straight", odds: "6 to 1" },
  { name: "Flush", odds: "3 to 1" },
  { name: "Pair", odds: "even money" },
];

test.each([
  ["6 to 1", 6, 1],
  ["6", 6, 1],
  ["1,000 to 1", 1000, 1],
  ["3:2", 3, 2],
  ["3 / 2", 3, 2],
  [" Even Money ", 1, 1],
  ["one half", 1, 2],
  ["0 to 1", 0, 1],
])("%s are odds", (text, won, staked) => {
  expect(parseOdds(text)).toEqual({ won, staked });
});

test.each(["", "six to one", "6 to 0", "-1 to 1", "6 to", "6 for 1", "1.5 to 1", "99999999 to 1"])(
  "%j are no odds",
  (text) => {
    expect(parseOdds(text)).toBeNull();
  },
);

test("what is written can be read again", () => {
  for (const odds of [
    { won: 1000, staked: 1 },
    { won: 3, staked: 2 },
    { won: 0, staked: 1 },
  ])
    expect(parseOdds(writeOdds(odds))).toEqual(odds);
});

test("a step goes up or down, and never below nothing", () => {
  expect(stepped({ won: 6, staked: 1 }, -1)).toEqual({ won: 5, staked: 1 });
  expect(stepped({ won: 3, staked: 2 }, 1)).toEqual({ won: 4, staked: 2 });
  expect(stepped({ won: 4, staked: 1 }, -10)).toEqual({ won: 0, staked: 1 });
});

test("odds of the same worth are the same", () => {
  expect(isSame({ won: 4, staked: 2 }, { won: 2, staked: 1 })).toBe(true);
  expect(meansSame("even money", "1 to 1")).toBe(true);
  expect(meansSame("even money", "2 to 1")).toBe(false);
});

test("changes are made line by line, and the order stays", () => {
  expect(changed(LINES, { Flush: "4", Nonsense: "9 to 1", Straight: "?" })).toEqual([
    { name: "Straight", odds: "6 to 1" },
    { name: "Flush", odds: "4 to 1" },
    { name: "Pair", odds: "even money" },
  ]);
});

test("what changes nothing is no change", () => {
  expect(realChanges(LINES, { Pair: "1 to 1", Straight: "5 to 1", Gone: "2 to 1" })).toEqual({
    Straight: "5 to 1",
  });
});
