/**
 * Our own figures for cards and chips, drawn with one round stroke, so that a card looks the same
 * on every machine. Each stands in a box 56 high; strokes are 8 wide and keep 4 from its edges.
 */

interface Glyph {
  readonly width: number;
  readonly path: string;
}

const GLYPHS: Readonly<Record<string, Glyph>> = {
  ".": { width: 9, path: "M4.5 51V52" },
  "0": {
    width: 36,
    path: "M18 4C27 4 32 13 32 28S27 52 18 52 4 43 4 28 9 4 18 4Z",
  },
  "1": { width: 20, path: "M4 13 15 5V52" },
  "2": { width: 36, path: "M5 17C5 9 10 4 18 4S31 9 31 16.5C31 23 27 28 21 34L5 52H32" },
  "3": { width: 36, path: "M6 4H29L16 22C26 22 32 28 32 37S26 52 17.5 52C10 52 5 48 4 42" },
  "4": { width: 38, path: "M27 52V5L4 38H35" },
  "5": {
    width: 36,
    path: "M29 4H9L7 25C10 22 13.5 21 17.5 21 26 21 32 27 32 36S26 52 17 52C10 52 6 49 4 44",
  },
  "6": {
    width: 36,
    path: "M26 4C13 10 4 22 4 36.5 4 46 10 52 18 52S32 46 32 37.5 26 23 18 23C11 23 5 28 4 36.5",
  },
  "7": { width: 35, path: "M4 4H31L14 52" },
  "8": {
    width: 36,
    path: "M18 26C11 26 6 21.5 6 15S11 4 18 4 30 8.5 30 15 25 26 18 26C10 26 4 31.5 4 39S10 52 18 52 32 46.5 32 39 26 26 18 26Z",
  },
  "9": {
    width: 36,
    path: "M10 52C23 46 32 34 32 19.5 32 10 26 4 18 4S4 10 4 18.5 10 33 18 33C25 33 31 28 32 19.5",
  },
  T: {
    width: 48,
    path: "M4 13 12 5V52M34 4C40.5 4 44 13 44 28S40.5 52 34 52 24 43 24 28 27.5 4 34 4Z",
  },
  J: { width: 32, path: "M14 4H27V38C27 47 22.5 52 15.5 52S4 47.5 4 40" },
  Q: { width: 42, path: "M21 4C31 4 38 13 38 28S31 52 21 52 4 43 4 28 11 4 21 4ZM24 39 37 53" },
  K: { width: 39, path: "M5 4V52M34 4 6 33M16 23 35 52" },
  A: { width: 42, path: "M4 52 21 4 38 52M10 37H32" },
  "¢": {
    width: 33,
    path: "M29 18C26 13 22 11 18 11 9 11 4 18 4 28S9 45 18 45C22 45 26 43 29 38M18 3V53",
  },
};

export interface Written {
  readonly width: number;
  readonly strokes: readonly { readonly x: number; readonly path: string }[];
}

/** Where each figure of a short text stands, on a line 56 high. */
export function write(text: string, gap = 6): Written {
  const strokes: { x: number; path: string }[] = [];
  let x = 0;
  for (const letter of text) {
    const glyph = GLYPHS[letter];
    if (!glyph) continue;
    if (strokes.length > 0) x += gap;
    strokes.push({ x, path: glyph.path });
    x += glyph.width;
  }
  return { width: x, strokes };
}
