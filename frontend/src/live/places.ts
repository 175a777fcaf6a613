/** Where cards lie, as text: `seat 3/Hand`, `dealer/Hand`, `table/Cell 4`. */

export type Owner = number | "dealer" | "table";

export interface Place {
  owner: Owner;
  name: string;
}

export function parsePlace(text: string): Place {
  const slash = text.indexOf("/");
  const owner = text.slice(0, slash);
  const name = text.slice(slash + 1);
  if (owner === "dealer" || owner === "table") return { owner, name };
  return { owner: Number(owner.slice("seat ".length)), name };
}

export function placeText(owner: Owner, name: string): string {
  return typeof owner === "number" ? `seat ${owner}/${name}` : `${owner}/${name}`;
}
