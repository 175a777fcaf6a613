import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../api/http";
import { heldOffSince, Looking } from "./looking.svelte";

const PACE_MS = 1_500;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("however often it is to be asked, it is once in its pace, and last after the last change", async () => {
  let now = 0;
  const asked: number[] = [];
  const looking = new Looking(() => {
    asked.push(now);
    return Promise.resolve(now);
  }, PACE_MS);
  for (now = 1; now <= 100; now += 1) {
    looking.soon();
    await vi.advanceTimersByTimeAsync(50);
  }
  const during = asked.length;
  expect(during).toBe(4); // At 100, 1,600, 3,100 and 4,600 ms.
  now = 1_000;
  await vi.advanceTimersByTimeAsync(10 * PACE_MS);
  expect(asked.slice(during)).toEqual([1_000]);
  expect(looking.found).toBe(1_000);
});

test("one question is on its way at a time, and who asks meanwhile gets something newer", async () => {
  const answers: ((answer: string) => void)[] = [];
  const looking = new Looking(() => new Promise<string>((done) => answers.push(done)));
  void looking.look();
  const second = looking.look();
  expect(answers.length).toBe(1);
  answers[0]?.("older");
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.length).toBe(2);
  answers[1]?.("newer");
  await second;
  expect(looking.found).toBe("newer");
});

test("a house that says to wait is not asked until then, and it is known how old the figures are", async () => {
  let asked = 0;
  let isTooMany = false;
  const looking = new Looking(() => {
    asked += 1;
    if (isTooMany) return Promise.reject(new Refused("too_many_requests", "Wait.", 429, 3));
    return Promise.resolve(asked);
  });
  await looking.look();
  const foundMs = Date.now();
  await vi.advanceTimersByTimeAsync(5_000);
  isTooMany = true;
  await looking.look();
  expect([looking.found, looking.refusal, heldOffSince(looking)]).toEqual([1, null, foundMs]);
  await looking.look();
  looking.soon();
  isTooMany = false;
  await vi.advanceTimersByTimeAsync(2_900);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect([looking.found, heldOffSince(looking)]).toEqual([3, null]);
});

test("what is left asks no more", async () => {
  let asked = 0;
  const looking = new Looking(() => {
    asked += 1;
    return Promise.reject(new Refused("too_many_requests", "Wait.", 429, 1));
  });
  await looking.look();
  looking.stop();
  looking.soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(1);
});
