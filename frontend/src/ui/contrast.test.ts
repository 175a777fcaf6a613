/** Every pair of colours that carries words, measured: WCAG 2.2, 4.5 to 1 for words, 3 to 1 for the edges of controls. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast } from "./colour";

const sheet = readFileSync(new URL("../app.css", import.meta.url), "utf8");
const tokens = new Map(
  [...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
);

function token(name: string): string {
  const hex = tokens.get(name);
  if (!hex) throw new Error(`app.css has no colour --${name}`);
  return hex;
}

const SURFACES = ["bg", "surface", "surface-2", "surface-3"];
const TEXTS = ["text", "text-soft", "link", "brass-bright", "good", "bad", "push", "wait"];
const OTHERS = [
  ["on-brass", "brass"],
  ["on-danger", "danger"],
  ["felt-text", "felt-bright"],
  ["felt-line", "felt-bright"],
  ["good", "good-surface"],
  ["bad", "bad-surface"],
  ["push", "push-surface"],
  ["wait", "wait-surface"],
  ["text", "good-surface"],
  ["text", "bad-surface"],
  ["text", "push-surface"],
  ["text", "wait-surface"],
  ["text", "rail"],
  ["text", "rail-bright"],
  ["suit-black", "paper"],
  ["suit-red", "paper"],
  ["suit-blue", "paper"],
  ["suit-green", "paper"],
];

test.each([...SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface])), ...OTHERS])(
  "words in --%s can be read on --%s",
  (text, surface) => {
    expect(contrast(token(text!), token(surface!))).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(
  SURFACES.flatMap((surface) => ["line-strong", "focus", "brass"].map((edge) => [edge, surface])),
)("an edge in --%s can be seen on --%s", (edge, surface) => {
  expect(contrast(token(edge!), token(surface!))).toBeGreaterThanOrEqual(3);
});
