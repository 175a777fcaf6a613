/** Requests to the house. What it refuses is thrown as a `Refused`, in its own words. */
import { words } from "../words";
import type { components, paths } from "./schema";

export type Code = components["schemas"]["Code"] | "unreachable";
export type Me = components["schemas"]["Me"];

export class Refused extends Error {
  constructor(
    readonly code: Code,
    readonly detail: string,
    readonly status: number,
    /** How many seconds to wait before it is asked again, where that is known. */
    readonly waitS: number | null = null,
  ) {
    super(detail);
  }
}

let csrf = "";

export function setToken(token: string): void {
  csrf = token;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

interface Given {
  params?: { path?: object; query?: object };
  body?: unknown;
  signal?: AbortSignal;
}

/** One request, of whatever kind; what comes back is JSON, or nothing. */
async function request(method: string, path: string, given: Given = {}): Promise<Answer<unknown>> {
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(String((given.params?.path as Record<string, unknown>)[name]));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.params?.query ?? {}))
    if (value !== undefined && value !== null) query.append(name, String(value));
  const headers: Record<string, string> = { Accept: "application/json" };
  if (csrf && method !== "GET") headers["X-CSRF-Token"] = csrf;
  if (given.body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(query.size ? `${where}?${query}` : where, {
    method,
    headers,
    credentials: "same-origin",
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
    signal: given.signal,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const content: unknown = text && isJson ? JSON.parse(text) : undefined;
  return response.ok ? { data: content, response } : { error: content, response };
}

// What may be asked for, with what, and what is answered: all of it from the description.
type Method = "get" | "post";
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer Operation> ? Operation : never;
type JsonOf<Content> = Content extends { content: { "application/json": infer Json } }
  ? Json
  : undefined;
type FoundBy<Operation> = Operation extends { responses: infer All }
  ? { [Status in keyof All & (200 | 201 | 202 | 204)]: JsonOf<All[Status]> }[keyof All &
      (200 | 201 | 202 | 204)]
  : never;
type BodyOf<Operation> = Operation extends { requestBody: infer Body }
  ? { body: JsonOf<Body> }
  : Operation extends { requestBody?: infer Body }
    ? [Body] extends [undefined]
      ? { body?: undefined }
      : { body?: JsonOf<NonNullable<Body>> }
    : { body?: undefined };
type PathOf<Parameters> = Parameters extends { path: infer Path } ? { path: Path } : object;
type QueryOf<Parameters> = Parameters extends { query?: infer Query } ? { query?: Query } : object;
type ParamsOf<Operation> = Operation extends { parameters: infer Parameters }
  ? Parameters extends { path: unknown }
    ? { params: PathOf<Parameters> & QueryOf<Parameters> }
    : { params?: QueryOf<Parameters> }
  : object;
type Init<Operation> = ParamsOf<Operation> & BodyOf<Operation> & { signal?: AbortSignal };
type InitOf<Operation> =
  Record<never, never> extends Init<Operation> ? [init?: Init<Operation>] : [init: Init<Operation>];
type Call<M extends Method> = <P extends PathsOf<M>>(
  path: P,
  ...init: InitOf<OperationOf<P, M>>
) => Promise<Answer<FoundBy<OperationOf<P, M>>>>;

const calling = <M extends Method>(method: string) =>
  ((path: string, given?: Given) => request(method, path, given)) as unknown as Call<M>;

export const api = {
  GET: calling<"get">("GET"),
  POST: calling<"post">("POST"),
};

/** What was answered; a refusal, or a house that does not answer, is thrown. */
export async function answered<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  let answer: Answer<Data>;
  try {
    answer = await asked;
  } catch {
    throw new Refused("unreachable", words.common.unreachable, 0);
  }
  if (answer.response.ok) return answer.data as Data;
  throw refusalOf(answer.error, answer.response);
}

export function refusalOf(body: unknown, response: Response): Refused {
  const wait = Number(response.headers.get("retry-after") ?? NaN);
  const waitS = Number.isFinite(wait) ? wait : null;
  if (typeof body === "object" && body !== null && "code" in body && "detail" in body)
    return new Refused(body.code as Code, String(body.detail), response.status, waitS);
  return new Refused("house_unavailable", response.statusText, response.status, waitS);
}

/** An id that nobody can guess: the salt of the shuffle is made of the ids of the bets. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}
