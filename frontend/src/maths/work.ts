/** Mathematics the house works out beside its tables: asked for again until it is there. */
import { Refused } from "../api/http";

export interface Progress {
  what: string;
  share: number;
}

interface Work<Result> {
  state: "waiting" | "working" | "done";
  progress: Progress | null;
  result: Result | null;
}

const FIRST_MS = 60;
const LONGEST_MS = 700;

/** The result, when it is there. `told` hears how far it is; an aborted wait never ends well. */
export async function worked<Result>(
  ask: () => Promise<Work<Result>>,
  told: (progress: Progress | null) => void = () => {},
  signal?: AbortSignal,
): Promise<Result> {
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(1.6 * waitMs, LONGEST_MS)) {
    signal?.throwIfAborted();
    const answer = await ask().catch(waited);
    signal?.throwIfAborted();
    if (answer.state === "done" && answer.result !== null) return answer.result;
    told(answer.progress);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Too much waits there: what was asked is asked again when the house has said. */
async function waited(problem: unknown): Promise<Work<never>> {
  if (!(problem instanceof Refused) || problem.code !== "too_many_requests") throw problem;
  await new Promise((resolve) => setTimeout(resolve, 1000 * (problem.waitS ?? 1)));
  return { state: "waiting", progress: null, result: null };
}
