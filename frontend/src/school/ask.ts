/** What the school is asked, and told. */
import { answered, api, newId } from "../api/http";
import { worked } from "../maths/work";
import type { GameId } from "../maths/types";
import type {
  CoachAccount,
  DrillMarked,
  DrillTask,
  ExamResult,
  ExamView,
  ProcedureReport,
  ProcedureView,
  RoundCoached,
  Rules,
  School,
  Trainees,
} from "./types";

const rules = new Map<string, Promise<Rules>>();

/** The rules of a game; asked for once. */
export function rulesOf(game: string): Promise<Rules> {
  let asked = rules.get(game);
  if (!asked) {
    const params = { path: { game: game as GameId } };
    asked = answered(api.GET("/api/games/{game}/rules", { params }));
    rules.set(game, asked);
    asked.catch(() => rules.delete(game));
  }
  return asked;
}

export function askSchool(): Promise<School> {
  return answered(api.GET("/api/school"));
}

export function askNext(game: string, drill: string, after: string | null): Promise<DrillTask> {
  const params = { path: { game: game as GameId, drill } };
  return answered(api.POST("/api/school/{game}/drills/{drill}/next", { params, body: { after } }));
}

export function answerDrill(
  game: string,
  drill: string,
  body: { task: string; answers: Record<string, string>; seconds: number },
): Promise<DrillMarked> {
  const params = { path: { game: game as GameId, drill } };
  return answered(api.POST("/api/school/{game}/drills/{drill}/answer", { params, body }));
}

export function beginProcedure(
  game: string,
  body: { seed: number | null; seats: number; is_free_run: boolean },
): Promise<ProcedureView> {
  const params = { path: { game: game as GameId } };
  return answered(api.POST("/api/school/{game}/procedure", { params, body }));
}

export function sayMove(
  game: string,
  view: ProcedureView,
  said: string,
  seconds: number,
): Promise<ProcedureView> {
  const params = { path: { game: game as GameId, run: view.run } };
  // Where the line was cut and it is done by now, it is not done at the next step, too.
  const body = { said, seconds, stage: view.stage };
  return answered(api.POST("/api/school/{game}/procedure/{run}/say", { params, body }));
}

export function askReport(game: string, run: string): Promise<ProcedureReport> {
  const params = { path: { game: game as GameId, run } };
  return answered(api.GET("/api/school/{game}/procedure/{run}/report", { params }));
}

export function beginExam(game: string, id: string): Promise<ExamView> {
  const params = { path: { game: game as GameId } };
  return answered(api.POST("/api/school/{game}/exams", { params, body: { id } }));
}

export function askExam(exam: number): Promise<ExamView> {
  const params = { path: { exam } };
  return answered(api.GET("/api/school/exams/{exam}", { params }));
}

export function answerExam(
  view: ExamView,
  said: { said: string } | { answers: Record<string, string> },
  seconds: number,
): Promise<ExamView> {
  const params = { path: { exam: view.exam } };
  const body = { part: view.part!, at: view.at, seconds, ...said };
  return answered(api.POST("/api/school/exams/{exam}/answer", { params, body }));
}

export function finishExam(exam: number): Promise<ExamResult> {
  const params = { path: { exam } };
  return answered(api.POST("/api/school/exams/{exam}/finish", { params }));
}

export function askResult(exam: number): Promise<ExamResult> {
  const params = { path: { exam } };
  return answered(api.GET("/api/school/exams/{exam}/result", { params }));
}

/** What a seat of one's own has decided in the round in hand, or in the one just over. */
export function askCoach(table: number, seat: number): Promise<RoundCoached> {
  const params = { path: { table }, query: { seat } };
  return worked(() => answered(api.GET("/api/tables/{table}/coach", { params })));
}

export function askAccount(): Promise<CoachAccount> {
  return answered(api.GET("/api/school/coach"));
}

export function askTrainees(): Promise<Trainees> {
  return answered(api.GET("/api/school/trainees"));
}

export async function setClass(user: number, name: string | null): Promise<void> {
  const params = { path: { user } };
  const body = { id: newId(), name };
  await answered(api.POST("/api/school/trainees/{user}/class", { params, body }));
}
