/** Royal blue and pale gold. */
export const COLOURS = { felt: "#23589e", deep: "#081c40", line: "#f3e5b8", rail: "#43261a" };
