/** Of the felt, and of the deeper cloth within what is drawn on it. */
export const COLOURS = { felt: "#146474", deep: "#06262f", line: "#f0dfae", rail: "#43260f" };
export const SHADOW = "#0d4854";
