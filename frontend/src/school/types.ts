/** What the school is made of, by shorter names than those of the API's description. */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Rules = Schemas["TableRules"];
export type Scene = Schemas["Scene"];
export type Question = Schemas["Question"];
export type Blank = Question["blanks"][number];
export type Mark = Schemas["Mark"];
export type Mistake = Schemas["Mistake"];
export type School = Schemas["School"];
export type GameTaught = Schemas["GameTaught"];
export type DrillShown = Schemas["DrillShown"];
export type DrillTask = Schemas["DrillTask"];
export type DrillMarked = Schemas["DrillMarked"];
export type Palette = Schemas["Palette"];
export type ProcedureView = Schemas["ProcedureView"];
export type ProcedureReport = Schemas["ProcedureReport"];
export type ExamView = Schemas["ExamView"];
export type ExamResult = Schemas["ExamResult"];
export type ExamSummary = Schemas["ExamSummary"];
export type Coached = Schemas["DecisionCoached"];
export type RoundCoached = Schemas["RoundCoached"];
export type CoachAccount = Schemas["CoachAccount"];
export type Trainees = Schemas["Trainees"];
export type Trainee = Schemas["TraineeShown"];
export type Clauses = Readonly<Record<string, string>>;
