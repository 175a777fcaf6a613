/**
 * What happens at a table, as the house tells it. The types are those of the generated description
 * of the API, by shorter names.
 */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type RoundEvent = Schemas["RoundEvent"];
export type TableEvent = Schemas["TableEvent"];
export type TableState = Schemas["TableState"];
export type TableRules = Schemas["TableRules"];
export type ServerMessage = Schemas["ServerMessage"];
export type EventsMessage = Schemas["EventsMessage"];
export type Command = Schemas["CommandMessage"];

export type EventOf<Name extends TableEvent["event"]> = Extract<TableEvent, { event: Name }>;
export type Settled = EventOf<"wager_settled">;
export type Asked = EventOf<"decision_asked">["asked"][number];
export type Option = Asked["options"][number];
export type Face = EventOf<"card_dealt">["face"];
