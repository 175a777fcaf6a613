/**
 * A table as it might be, kept in the address, so that it can be shared and the back button works:
 *
 *     ?reading=mini_royal:any_suits     a ruling read another way
 *     &table=Pair Plus:1-4-6-30-40      a spot with another of the pay tables it is offered with
 *     &pay=Pair Plus:Straight:5 to 1    a line of it that pays something else
 *
 * What is as usual is not named. What the game does not know is passed over: an address may be old.
 */
import { changed, parseOdds, realChanges, type Line } from "./pays";
import type { OfferedTable, Rules, SpotTables } from "./types";

export interface Settings {
  /** By ruling, where it is not the usual reading. */
  readonly readings: Readonly<Record<string, string>>;
  /** By spot, where it is not the usual pay table. */
  readonly tables: Readonly<Record<string, string>>;
  /** By spot and line, where a line pays something else than in its pay table. */
  readonly pays: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const USUAL: Settings = { readings: {}, tables: {}, pays: {} };

export interface Body {
  readings: Record<string, string>;
  pay_tables: Record<string, string | Line[]>;
}

export function isUsual({ readings, tables, pays }: Settings): boolean {
  return [readings, tables, pays].every((one) => Object.keys(one).length === 0);
}

function usualTable(offered: SpotTables): OfferedTable | undefined {
  return offered.tables.find((table) => table.in_force) ?? offered.tables[0];
}

/** The named pay table of a spot that the changes are made to. */
export function baseTable(rules: Rules, settings: Settings, spot: string): OfferedTable | null {
  const offered = rules.pay_tables.find((one) => one.spot === spot);
  if (!offered) return null;
  const name = settings.tables[spot];
  return offered.tables.find((table) => table.name === name) ?? usualTable(offered) ?? null;
}

/** The lines of a spot's pay table, changes made. */
export function linesOf(rules: Rules, settings: Settings, spot: string): readonly Line[] {
  return changed(baseTable(rules, settings, spot)?.lines ?? [], settings.pays[spot] ?? {});
}

export function settingsOf(query: URLSearchParams, rules: Rules): Settings {
  const readings: Record<string, string> = {};
  for (const [name, reading = ""] of query.getAll("reading").map((one) => parted(one, 2))) {
    const ruling = rules.rulings.find((one) => one.name === name);
    const isKnown = ruling?.readings.some((one) => one.name === reading);
    if (name && isKnown && reading !== ruling?.default) readings[name] = reading;
  }
  const tables: Record<string, string> = {};
  for (const [spot, name = ""] of query.getAll("table").map((one) => parted(one, 2))) {
    const offered = rules.pay_tables.find((one) => one.spot === spot);
    const isKnown = offered?.tables.some((one) => one.name === name);
    if (spot && offered && isKnown && usualTable(offered)?.name !== name) tables[spot] = name;
  }
  const pays: Record<string, Record<string, string>> = {};
  for (const [spot, line, odds = ""] of query.getAll("pay").map((one) => parted(one, 3))) {
    if (!spot || !line || !parseOdds(odds)) continue;
    (pays[spot] ??= {})[line] = odds;
  }
  for (const [spot, changes] of Object.entries(pays)) {
    const lines = baseTable(rules, { readings, tables, pays }, spot)?.lines ?? [];
    const real = realChanges(lines, changes);
    if (Object.keys(real).length > 0) pays[spot] = real;
    else delete pays[spot];
  }
  return { readings, tables, pays };
}

/** "a:b:c" in so many parts; the last takes the rest. */
function parted(text: string, count: number): string[] {
  const parts = text.split(":");
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(":")];
}

/** The query of other settings, with all else of it left as it is. */
export function queryOf(query: URLSearchParams, settings: Settings): string {
  const next = new URLSearchParams(query);
  for (const name of ["reading", "table", "pay"]) next.delete(name);
  for (const [name, one] of Object.entries(settings.readings))
    next.append("reading", `${name}:${one}`);
  for (const [spot, one] of Object.entries(settings.tables)) next.append("table", `${spot}:${one}`);
  for (const [spot, lines] of Object.entries(settings.pays)) {
    for (const [line, odds] of Object.entries(lines)) next.append("pay", `${spot}:${line}:${odds}`);
  }
  const text = next.toString();
  return text === "" ? "" : `?${text}`;
}

/** What is asked of the house: a pay table by its name, or line by line where it was changed. */
export function bodyOf(settings: Settings, rules: Rules): Body {
  const pay_tables: Record<string, string | Line[]> = { ...settings.tables };
  for (const spot of Object.keys(settings.pays)) {
    pay_tables[spot] = linesOf(rules, settings, spot).map(({ name, odds }) => ({ name, odds }));
  }
  return { readings: { ...settings.readings }, pay_tables };
}

/** Other settings: a ruling read some way; as usual where the reading is the usual one or null. */
export function withReading(settings: Settings, ruling: string, reading: string | null): Settings {
  const readings = { ...settings.readings };
  if (reading === null) delete readings[ruling];
  else readings[ruling] = reading;
  return { ...settings, readings };
}

/** Other settings: a spot with a named pay table, and nothing of it changed. */
export function withTable(settings: Settings, spot: string, name: string | null): Settings {
  const [tables, pays] = [{ ...settings.tables }, { ...settings.pays }];
  delete pays[spot];
  if (name === null) delete tables[spot];
  else tables[spot] = name;
  return { ...settings, tables, pays };
}

/** Other settings: a line of a spot that pays so much; null is what its pay table says. */
export function withPay(
  settings: Settings,
  spot: string,
  line: string,
  odds: string | null,
): Settings {
  const lines = { ...settings.pays[spot] };
  if (odds === null) delete lines[line];
  else lines[line] = odds;
  const pays = { ...settings.pays, [spot]: lines };
  if (Object.keys(lines).length === 0) delete pays[spot];
  return { ...settings, pays };
}
