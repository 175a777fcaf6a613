/** Pay tables: reading and changing what a line pays, and what becomes of a table by changes. */

export interface Line {
  readonly name: string;
  readonly odds: string;
}

export interface Odds {
  readonly won: number;
  readonly staked: number;
}

const WORDS: Readonly<Record<string, Odds>> = {
  "even money": { won: 1, staked: 1 },
  even: { won: 1, staked: 1 },
  "one half": { won: 1, staked: 2 },
};
const MOST = 1_000_000;

/** "6 to 1", "3 to 2", "1,000", "3:2", "3/2" or "even money"; null where that is no odds. */
export function parseOdds(text: string): Odds | null {
  const plain = text.trim().toLowerCase().replace(/\s+/g, " ");
  const worded = WORDS[plain];
  if (worded) return worded;
  const parts = /^([\d,]{1,11})(?: ?(?:to|for|:|\/|-) ?([\d,]{1,11}))?$/.exec(plain);
  if (!parts || plain.includes("for")) return null; // "6 for 1" is one less; nobody means it here
  const won = Number((parts[1] ?? "").replaceAll(",", ""));
  const staked = Number((parts[2] ?? "1").replaceAll(",", ""));
  if (!Number.isSafeInteger(won) || !Number.isSafeInteger(staked)) return null;
  if (won > MOST || staked < 1 || staked > MOST) return null;
  return { won, staked };
}

/** "1,000 to 1": always in figures, because what is changed has to be seen to change. */
export function writeOdds({ won, staked }: Odds): string {
  return `${won.toLocaleString("en-US")} to ${staked.toLocaleString("en-US")}`;
}

/** What a line pays after so many steps up or down; nothing pays less than nothing. */
export function stepped(odds: Odds, steps: number): Odds {
  return { won: Math.min(MOST, Math.max(0, odds.won + steps)), staked: odds.staked };
}

export function isSame(one: Odds, other: Odds): boolean {
  return one.won * other.staked === other.won * one.staked;
}

/** Whether two ways to write odds mean the same: "even money" is "1 to 1". */
export function meansSame(one: string, other: string): boolean {
  const [first, second] = [parseOdds(one), parseOdds(other)];
  return first !== null && second !== null && isSame(first, second);
}

/** The lines with the changes made, by the name of the line. What is no odds changes nothing. */
export function changed(
  lines: readonly Line[],
  changes: Readonly<Record<string, string>>,
): readonly Line[] {
  return lines.map((line) => {
    const odds = changes[line.name] === undefined ? null : parseOdds(changes[line.name] ?? "");
    return odds ? { name: line.name, odds: writeOdds(odds) } : line;
  });
}

/** Only those changes that change something. */
export function realChanges(
  lines: readonly Line[],
  changes: Readonly<Record<string, string>>,
): Record<string, string> {
  const real: Record<string, string> = {};
  for (const line of lines) {
    const given = changes[line.name];
    const odds = given === undefined ? null : parseOdds(given);
    if (odds && !meansSame(line.odds, writeOdds(odds))) real[line.name] = writeOdds(odds);
  }
  return real;
}
