/** What the mathematics of the house are made of, by the names its API gives them. */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type GameId = Schemas["GameId"];
export type Game = Schemas["GameShown"];
export type Rules = Schemas["TableRules"];
export type Study = Schemas["StudyShown"];
export type Bet = Schemas["BetShown"];
export type Figure = Schemas["FigureShown"];
export type Outcome = Schemas["OutcomeShown"];
export type Strategy = Schemas["StrategyShown"];
export type StrategyChart = Schemas["StrategyChart"];
export type FiguresTable = Schemas["FiguresTable"];
export type Together = Schemas["TogetherShown"];
export type Published = Schemas["PublishedShown"];
export type Readings = Schemas["ReadingsShown"];
export type ComparedRuling = Schemas["ComparedRuling"];
export type Crossed = Schemas["CrossedRulings"];
export type Audit = Schemas["AuditShown"];
export type Audited = Schemas["AuditedShown"];
export type Edge = Schemas["EdgeShown"];
export type Ruling = Schemas["RulingRule"];
export type SpotTables = Schemas["PayTablesRule"];
export type OfferedTable = Schemas["PayTableRule"];

/** The parts of a game's mathematics, each at an address of its own. */
export const TABS = ["overview", "pays", "strategy", "readings", "sheet", "report"] as const;
export type TabId = (typeof TABS)[number];
