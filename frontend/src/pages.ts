/** Which page is at which address. Each is loaded when it is opened first. */
import type { Component } from "svelte";

type Params = Record<string, string>;
type Module = { default: Component<Record<string, unknown>> };

export interface Page {
  path: string;
  load: () => Promise<Module>;
  props: (params: Params) => Record<string, unknown>;
}

function page(
  path: string,
  load: () => Promise<{ default: unknown }>,
  props: (params: Params) => Record<string, unknown> = () => ({}),
): Page {
  return { path, load: load as () => Promise<Module>, props };
}

const ofTable = (params: Params) => ({ table: Number(params.table) });

const ofGame = (params: Params) => ({ game: params.game, tab: params.tab ?? "overview" });
const learnt = (params: Params) => params;
const game = () => import("./maths/GamePage.svelte");

export const pages: readonly Page[] = [
  page("/desk", () => import("./desk/DeskPage.svelte")),
  page("/desk/reports", () => import("./desk/reports/ReportsPage.svelte")),
  page("/desk/table/:table", () => import("./desk/table/DeskTablePage.svelte"), ofTable),
  page(
    "/desk/table/:table/round/:round",
    () => import("./desk/recall/RecallPage.svelte"),
    (params) => ({
      table: Number(params.table),
      round: Number(params.round),
    }),
  ),
  page("/audit", () => import("./audit/AuditPage.svelte")),
  page("/people", () => import("./audit/PeoplePage.svelte")),
  page("/table/:table", () => import("./table/TablePage.svelte"), ofTable),
  page("/stadium/:table", () => import("./stadium/Terminal.svelte"), ofTable),
  page("/dealer/:table", () => import("./dealer/DealerPage.svelte"), ofTable),
  page("/wall/:table", () => import("./stadium/Wall.svelte"), ofTable),
  page("/maths", () => import("./maths/MathsPage.svelte")),
  page("/maths/:game", game, ofGame),
  page("/maths/:game/:tab", game, ofGame),
  page("/school", () => import("./school/SchoolPage.svelte")),
  page("/school/classes", () => import("./school/classes/ClassesPage.svelte")),
  page(
    "/school/exams/:exam",
    () => import("./school/exam/ResultPage.svelte"),
    (params) => ({ exam: Number(params.exam) }),
  ),
  page("/school/:game/procedure", () => import("./school/procedure/ProcedurePage.svelte"), learnt),
  page("/school/:game/exam", () => import("./school/exam/ExamPage.svelte"), learnt),
  page("/school/:game/:drill", () => import("./school/drill/DrillPage.svelte"), learnt),
  page("/log-in", () => import("./people/LogInPage.svelte")),
];
