import { expect, test } from "vitest";
import { clockText, secondsLeft } from "./countdown";

test("a second that has begun counts, and none is left past the end", () => {
  expect([5_000, 4_999, 4_001, 4_000, 1, 0, -300].map(secondsLeft)).toEqual([5, 5, 5, 4, 1, 0, 0]);
});

test("minutes are written from sixty seconds on", () => {
  expect([9, 59, 60, 65, 600].map(clockText)).toEqual(["9", "59", "1:00", "1:05", "10:00"]);
});
