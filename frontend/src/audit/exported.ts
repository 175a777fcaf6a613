/** Rows of what happened, as a file. */
import { Refused, refusalOf } from "../api/http";
import { words } from "../words";

export type What = "rounds" | "results" | "wagers" | "postings" | "events" | "significant";
export type Format = "csv" | "json" | "jsonl" | "parquet";
export interface Wanted {
  table?: number;
  from_ms?: number;
  to_ms?: number;
}

/** The file; a refusal is thrown. Not by the client for JSON: most of these are none. */
export async function exported(what: What, format: Format, wanted: Wanted): Promise<Blob> {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(wanted)) query.set(name, String(value));
  let response: Response;
  try {
    response = await fetch(`/api/export/${what}?${query}`, { credentials: "same-origin" });
  } catch {
    throw new Refused("unreachable", words.common.unreachable, 0);
  }
  if (!response.ok) throw refusalOf(await response.json().catch((): unknown => null), response);
  return response.blob();
}
