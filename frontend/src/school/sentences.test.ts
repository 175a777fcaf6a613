import { expect, test } from "vitest";
import { headed, sentences } from "./sentences";

test("every part ends once, however it was written", () => {
  expect(sentences("Noted", null, "Seat 1: Fold.", "", "What now?")).toBe(
    "Noted. Seat 1: Fold. What now?",
  );
});

test("a heading that asks needs no colon", () => {
  expect(headed("Deal the round", "1 of 2")).toBe("Deal the round: 1 of 2");
  expect(headed("What does it pay?", "1 of 2")).toBe("What does it pay? 1 of 2");
});
