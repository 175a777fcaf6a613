import { expect, test } from "vitest";
import { costText } from "./coached";

test("what a choice cost is said in tenths of a cent where it is little", () => {
  const texts = [0, 0.04, 3.26, 9.9, 10, 350, 12_345].map((cost_cents) => costText({ cost_cents }));
  expect(texts).toEqual(["0.0¢", "0.0¢", "3.3¢", "9.9¢", "$0.10", "$3.50", "$123.45"]);
});
