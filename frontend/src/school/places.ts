/** Places and clauses in words. */
import { parsePlace } from "../live/places";
import { words } from "../words/school";

/** `seat 1/Hand` is "Seat 1, Hand". */
export function placeName(place: string): string {
  const { owner, name } = parsePlace(place);
  if (owner === "dealer") return `${words.table.dealer}, ${name}`;
  return owner === "table" ? name : `${words.table.seat(owner)}, ${name}`;
}

/** "clause Ante b", or what stands for one where the rules are silent. */
export function clauseName(clause: string): string {
  return clause === "House procedure" ? clause : words.school.drill.clause(clause);
}
