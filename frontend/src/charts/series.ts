/** What Lines draws, and how its series are told apart: colour, dashes and the shape of points. */

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly note?: string;
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface SeriesLook {
  readonly colour: string;
  readonly dash: string;
  /** The outline of a point about 0, 0. */
  readonly mark: string;
}

const LOOKS: readonly SeriesLook[] = [
  { colour: "#f3cf7d", dash: "none", mark: "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0Z" },
  { colour: "#7cc4ff", dash: "10 5", mark: "M-4.5-4.5H4.5V4.5H-4.5Z" },
  { colour: "#ff9e7d", dash: "3 5", mark: "M0-6 6 5H-6Z" },
  { colour: "#86dba6", dash: "14 4 3 4", mark: "M0-6.5 6.5 0 0 6.5-6.5 0Z" },
  { colour: "#cdb0ff", dash: "6 3", mark: "M0 6-6-5H6Z" },
  { colour: "#dcd7c8", dash: "2 3", mark: "M-6-2H-2V-6H2V-2H6V2H2V6H-2V2H-6Z" },
];

export function seriesLook(index: number): SeriesLook {
  return LOOKS[index % LOOKS.length] as SeriesLook;
}

/** Every x of every series once, rising. */
export function placesOf(series: readonly Series[]): number[] {
  const places = new Set(series.flatMap(({ points }) => points.map(({ x }) => x)));
  return [...places].sort((a, b) => a - b);
}

/** The index of the place nearest to x. */
export function nearest(places: readonly number[], x: number): number {
  let best = 0;
  for (let index = 1; index < places.length; index += 1) {
    if (Math.abs((places[index] ?? 0) - x) < Math.abs((places[best] ?? 0) - x)) best = index;
  }
  return best;
}
