import { expect, test } from "vitest";
import type { Option } from "../../live/events";
import { choicesOf, touched } from "./choice";

const option = (name: string): Option => ({
  name,
  label: name,
  spot: null,
  least_cents: 0,
  most_cents: 0,
  step_cents: 1,
  is_open: false,
});

test("three cards are played by the option that names them in order", () => {
  const choices = choicesOf(["fold", "5-card", "3-card 1-2-3", "3-card 1-3-5"].map(option));
  expect(choices.threeOf([5, 1, 3])?.name).toBe("3-card 1-3-5");
  expect(choices.threeOf([5, 1])).toBeNull();
  expect(choices.anyThree?.name).toBe("3-card 1-2-3");
  expect([choices.fold?.name, choices.five?.name]).toEqual(["fold", "5-card"]);
});

test("a touched card is taken, touched again it is put back", () => {
  expect(touched([1, 4], 2)).toEqual([1, 4, 2]);
  expect(touched([1, 4, 2], 4)).toEqual([1, 2]);
});

test("a fourth card is not taken", () => {
  expect(touched([1, 4, 2], 5)).toEqual([1, 4, 2]);
});
