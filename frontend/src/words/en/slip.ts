/**
 * What is wrong with a slip, in the words of the house: its refusals say the same
 * (`croupier.table.wager`), so that nobody is told two things about one bet.
 */
import { dollars } from "../../model/money";

/** "Ante", "Ante and Play", "1, 2 and 3". */
export function joined(names: readonly string[], word: "and" | "or" = "and"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${word} ${names[names.length - 1]}`;
}

/** A sentence without its full stop, to be gone on with. */
function begun(sentence: string): string {
  return sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
}

/** What a measure comes to, which may not be whole cents. */
function about(cents: number): string {
  return Number.isInteger(cents) ? dollars(cents) : `$${(cents / 100).toFixed(4)}`;
}

export const slip = {
  unknownSpot: (spot: string, spots: readonly string[]) =>
    `There is no spot “${spot}”; there are ${joined(spots)}.`,
  comesWith: (spot: string, base: string) => `${spot} comes with ${base}; it is not bet.`,
  laterOnly: (spot: string) => `${spot} is bet during the round, with a decision; leave it out.`,
  notWhole: (spot: string) => `A stake is a whole number of cents above zero, on ${spot} too.`,
  belowMinimum: (spot: string, least: number, stake: number) =>
    `The minimum on ${spot} is ${dollars(least)}, not ${dollars(stake)}.`,
  aboveMaximum: (spot: string, most: number, stake: number) =>
    `The maximum on ${spot} is ${dollars(most)}, not ${dollars(stake)}.`,
  offIncrement: (spot: string, step: number, stake: number) =>
    `${spot} is bet in multiples of ${dollars(step)}; ${dollars(stake)} is none.`,
  notPayable: (spot: string, unit: number, stake: number) =>
    `${dollars(stake)} on ${spot} could not be paid in whole cents; stake a multiple of ` +
    `${dollars(unit)}.`,
  withoutBase: (sentence: string, missing: readonly string[]) =>
    `${begun(sentence)}; bet ${joined(missing)} too.`,
  beside: (sentence: string, measure: number) => `${begun(sentence)}: ${about(measure)} here.`,
  tableMaximum: (most: number, total: number) =>
    `All wagers of one seat together may come to ${dollars(most)} at this table, not ` +
    `${dollars(total)}.`,

  noPicks: () => "In this game nothing is picked before the deal; pick nothing.",
  picks: (count: number, choices: readonly string[]) =>
    `Pick ${count} different ones of ${choices.join(", ")}`,
  noSuchPick: (rule: string, pick: string) => `${rule}; “${pick}” is none of them.`,
  wrongPicks: (rule: string, picks: readonly string[]) =>
    `${rule}; ${picks.length ? `you picked ${picks.join(", ")}` : "nothing is picked yet"}.`,

  full: (spot: string, most: number) => `The most on ${spot} is ${dollars(most)}.`,
  tableFull: (most: number) =>
    `All wagers of one seat together may come to ${dollars(most)} at this table.`,
  broughtToLeast: (spot: string, least: number) => `The least on ${spot} is ${dollars(least)}.`,
  broughtToStep: (spot: string, step: number) => `${spot} is bet in multiples of ${dollars(step)}.`,
  broughtAlong: (spots: readonly string[], cents: number) =>
    `${joined(spots)} ${spots.length > 1 ? "go" : "goes"} to ${dollars(cents)} too.`,
  takenAlong: (spots: readonly string[]) =>
    `${joined(spots)} ${spots.length > 1 ? "come" : "comes"} back too.`,
};
