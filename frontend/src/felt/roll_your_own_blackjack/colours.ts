/** Of the felt, and of the deeper cloth within what is drawn on it. */
export const COLOURS = { felt: "#6d2139", deep: "#290a17", line: "#f3dcab", rail: "#3c2413" };
export const SHADOW = "#511527";
