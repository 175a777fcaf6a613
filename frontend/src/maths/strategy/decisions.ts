/**
 * Charts of decisions as they are drawn: a colour and letters for each kind of decision. The letters
 * are what counts; the colour is for the eye that wants to see where one ends and the next begins.
 */
import type { HeatCell, HeatKey } from "../../charts/HeatMap.svelte";
import type { StrategyChart } from "../types";

interface Look {
  readonly letter: string;
  readonly ground: string;
}

/** White words can be read on each of them; the tests measure it. */
const LOOKS: Readonly<Record<string, Look>> = {
  H: { letter: "H", ground: "#1c6b42" },
  S: { letter: "S", ground: "#97352b" },
  D: { letter: "D", ground: "#1f5f9e" },
  P: { letter: "P", ground: "#70489e" },
  play: { letter: "P", ground: "#1c6b42" },
  fold: { letter: "F", ground: "#7d3b34" },
  "3-card": { letter: "3", ground: "#1f5f9e" },
  "5-card": { letter: "5", ground: "#7d5f0e" },
  "·": { letter: "·", ground: "#2a3931" },
};
const WORDS = "#ffffff";

interface Part {
  readonly kind: string;
  readonly share: number;
}

/** "S* 6H" is stand; "5-card 41%, 3-card 59%" is two parts, the larger one first. */
export function partsOf(text: string): readonly Part[] {
  const shares = [...text.matchAll(/([\w-]+) (\d+)%/g)];
  if (shares.length > 0) {
    return shares
      .map(([, kind = "", share = "0"]) => ({ kind, share: Number(share) / 100 }))
      .sort((one, other) => other.share - one.share);
  }
  const kind = LOOKS[text] ? text : text.charAt(0);
  return text.trim() === "" ? [] : [{ kind, share: 1 }];
}

/** Whether all that is in a chart is decisions that we know how to draw. */
export function isOfDecisions(chart: StrategyChart): boolean {
  return chart.cells.every((row) =>
    row.every(({ text }) => partsOf(text).every(({ kind }) => LOOKS[kind] !== undefined)),
  );
}

export function decisionCell(text: string): HeatCell | null {
  const parts = partsOf(text);
  const [first, second] = parts;
  const look = first && LOOKS[first.kind];
  if (!first || !look) return null;
  if (!second) {
    const isPlain = LOOKS[text] !== undefined;
    return {
      text: isPlain ? look.letter : text,
      value: null,
      ground: look.ground,
      words: WORDS,
    };
  }
  const other = LOOKS[second.kind]?.ground ?? look.ground;
  const border = `${Math.round(100 * first.share)}%`;
  return {
    text: `${look.letter} ${Math.round(100 * first.share)}%`,
    value: null,
    note: text,
    // The larger part has at least half of the cell, so its letter stands on its own colour.
    ground: `linear-gradient(90deg, ${look.ground} ${border}, ${other} ${border})`,
    words: WORDS,
  };
}

/** What is in a chart, most frequent first, for its legend. */
export function keysOf(
  chart: StrategyChart,
  meaning: (kind: string) => string,
): readonly HeatKey[] {
  const counts = new Map<string, number>();
  for (const { text } of chart.cells.flat()) {
    for (const { kind } of partsOf(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([kind]) => ({
      text: LOOKS[kind]?.letter ?? kind,
      ground: LOOKS[kind]?.ground ?? "#2a3931",
      words: WORDS,
      meaning: meaning(kind),
    }));
}

/** The colours words stand on, for the test of contrast. */
export const GROUNDS: readonly string[] = Object.values(LOOKS).map((look) => look.ground);
