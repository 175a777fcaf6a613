/** How a chip looks from the front: an ellipse on a rim. Lengths are those of ChipStack's drawing. */

export const STACK = { width: 56, rx: 27, ry: 11, thick: 6.4 } as const;

function point(angle: number, drop: number): string {
  const x = -STACK.rx * Math.cos(angle);
  const y = STACK.ry * Math.sin(angle) + drop;
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** The part of the rim in front between two angles: 0 is at the left, π at the right. */
export function frontArc(from: number, to: number): string {
  const { rx, ry, thick } = STACK;
  const across = `A${rx} ${ry} 0 0`;
  return (
    `M${point(from, 0)}${across} 0 ${point(to, 0)}` +
    `L${point(to, thick)}${across} 1 ${point(from, thick)}Z`
  );
}

/** The spots of a chip's edge that can be seen when it has been turned by so many degrees. */
export function spotsOf(turn: number): string[] {
  const spots: string[] = [];
  for (let place = 0; place < 6; place += 1) {
    const middle = ((((turn + place * 60) % 360) * Math.PI) / 180) % (2 * Math.PI);
    const from = Math.max(0, middle - 0.21);
    const to = Math.min(Math.PI, middle + 0.21);
    if (to - from > 0.04) spots.push(frontArc(from, to));
  }
  return spots;
}
