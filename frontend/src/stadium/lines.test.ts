import { expect, test } from "vitest";
import { CELLS, COLUMNS, drawnAtRandom, ROWS } from "./lines";

test("rows and columns are those of the sheet", () => {
  expect(ROWS.map((line) => line.cells.join(""))).toEqual(["123", "456", "789"]);
  expect(COLUMNS.map((line) => line.cells.join(""))).toEqual(["147", "258", "369"]);
});

test("a quick pick is three different cells in order, and every cell comes up", () => {
  const seen = new Set<string>();
  for (let time = 0; time < 300; time += 1) {
    const cells = drawnAtRandom(3);
    expect(new Set(cells).size).toBe(3);
    expect([...cells].sort()).toEqual(cells);
    for (const cell of cells) seen.add(cell);
  }
  expect([...seen].sort()).toEqual([...CELLS]);
});
