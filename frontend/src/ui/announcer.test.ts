import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcements, say, sayNow } from "./announcer.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = (urgent: boolean): string[] =>
  announcements.lines.filter((line) => line.urgent === urgent).map((line) => line.text);

test("messages of one moment stand as lines of their own, in order, none lost", () => {
  say("Seat 1 wins $5");
  say("Seat 2 loses $5");
  sayNow("Your turn");
  say("Seat 2 loses $5");
  expect(announcements.lines).toEqual([]);
  vi.advanceTimersByTime(150);
  expect(texts(false)).toEqual(["Seat 1 wins $5", "Seat 2 loses $5", "Seat 2 loses $5"]);
  expect(texts(true)).toEqual(["Your turn"]);
});

test("a later message does not push out an earlier one", () => {
  say("one");
  vi.advanceTimersByTime(5_000);
  say("two");
  vi.advanceTimersByTime(5_000);
  expect(texts(false)).toEqual(["one", "two"]);
  vi.advanceTimersByTime(6_000);
  expect(texts(false)).toEqual(["two"]);
});

test("nothing is said of nothing", () => {
  say("  ");
  vi.advanceTimersByTime(1_000);
  expect(announcements.lines).toEqual([]);
});
