import { expect, test } from "vitest";
import { matched } from "./matched";

test("a path gives the parts that the pattern names, with or without a slash at its end", () => {
  expect(matched("/table/:table", "/table/4")).toEqual({ table: "4" });
  expect(matched("/table/:table", "/table/4/")).toEqual({ table: "4" });
  expect(matched("/maths/:game/:tab", "/maths/a%20game/pays")).toEqual({
    game: "a game",
    tab: "pays",
  });
  expect(matched("/maths", "/maths")).toEqual({});
});

test("another path does not match, nor does a longer or a shorter one", () => {
  for (const path of ["/wall/4", "/table", "/table/4/5", "/"])
    expect(matched("/table/:table", path)).toBeNull();
});

test("what cannot be decoded matches nothing", () => {
  for (const path of ["/table/%E0", "/table/%", "/table/%zz"])
    expect(matched("/table/:table", path)).toBeNull();
});
