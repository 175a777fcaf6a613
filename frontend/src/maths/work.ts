/** Mathematics the house works out beside its tables: asked for again until it is there. */

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
    const answer = await ask();
    signal?.throwIfAborted();
    if (answer.state === "done" && answer.result !== null) return answer.result;
    told(answer.progress);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
