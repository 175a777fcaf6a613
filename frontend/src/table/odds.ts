/** Asks the house what the options of an open question are worth. */
import { answered, api } from "../api/http";
import type { components } from "../api/schema";
import { worked } from "../maths/work";

export type Odds = components["schemas"]["OddsShown"];

export function askOdds(table: number, seat: number): Promise<Odds> {
  const params = { path: { table }, query: { seat } };
  return worked(() => answered(api.GET("/api/tables/{table}/odds", { params })));
}
