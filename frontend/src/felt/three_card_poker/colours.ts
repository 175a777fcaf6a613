/** Emerald and old gold. */
export const COLOURS = { felt: "#1b7553", deep: "#072e22", line: "#f1dfa8", rail: "#4a2d18" };
