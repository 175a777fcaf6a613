/**
 * The line to the house: one socket for all tables of this page.
 *
 * A connection that is lost, or on which nothing is answered, is replaced by another without a
 * word: tables go on after the last event that is known, and commands that were not answered are
 * sent again under their ids. It is the twin of `croupier.client.line`.
 */
import { api, answered, newId, Refused } from "../api/http";
import type { Command, ServerMessage } from "./events";

export type LineState = "idle" | "connecting" | "open" | "lost" | "ended";

export interface Follower {
  readonly table: number;
  /** The last event that is known, or null before the first snapshot. */
  readonly upto: number | null;
  take(message: ServerMessage): void;
  refused(refusal: Refused): void;
}

export interface Receipt {
  entry: number | null;
  upto: number | null;
  isRepeated: boolean;
}

type Sent<C> = C extends unknown ? Omit<C, "type" | "table" | "id"> : never;
export type CommandBody = Sent<Command>;

interface Waiting {
  text: string;
  done: (receipt: Receipt) => void;
  fail: (refusal: Refused) => void;
}

const ANSWER_MS = 5_000;
const PING_MS = 10_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;
/** After that a lost connection is said; before, it is mended without a word. */
const SAID_AFTER_MS = 2_000;
const FOR_GOOD: ReadonlySet<string> = new Set(["log_in_needed", "request_forged"]);

export class Line {
  #socket: WebSocket | null = null;
  #followers = new Map<number, Follower>();
  #waiting = new Map<string, Waiting>();
  #state: LineState = "idle";
  #wanted = false;
  #waitMs = FIRST_WAIT_MS;
  #lastHeard = 0;
  #lostAt = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #dialling = 0;
  /** How far the clock of the house is ahead of the one here, in milliseconds. */
  offsetMs = 0;
  reconnects = 0;

  constructor(
    private readonly onState: (state: LineState, refusal: Refused | null) => void = () => {},
    private readonly onOffset: (offsetMs: number) => void = () => {},
  ) {}

  get state(): LineState {
    return this.#state;
  }

  watch(follower: Follower): void {
    this.#followers.set(follower.table, follower);
    if (this.#isOpen()) this.#send(this.#watchMessage(follower));
    this.#want();
  }

  unwatch(follower: Follower): void {
    if (this.#followers.get(follower.table) !== follower) return;
    this.#followers.delete(follower.table);
    if (this.#isOpen()) this.#send({ type: "unwatch", table: follower.table });
  }

  /** Done once, however often the connection is lost meanwhile; a refusal is thrown. */
  command(table: number, body: CommandBody, id: string = newId()): Promise<Receipt> {
    const text = JSON.stringify({ type: "command", table, id, ...body });
    return new Promise((done, fail) => {
      this.#waiting.set(id, { text, done, fail });
      if (this.#isOpen()) this.#socket?.send(text);
      this.#want();
    });
  }

  /** Hangs up; whoever still waits is told. */
  close(): void {
    this.#wanted = false;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    this.#drop();
    this.#fail(new Refused("unreachable", "The page was left.", 0));
    this.#become("idle", null);
  }

  /** Somebody else is logged in here now: everything begins anew. */
  restart(): void {
    this.#drop();
    if (this.#wanted) void this.#dial();
  }

  #want(): void {
    if (this.#wanted && this.#state !== "ended") return;
    this.#wanted = true;
    void this.#dial();
  }

  #isOpen(): boolean {
    return this.#state === "open" || (this.#state === "lost" && this.#socket?.readyState === 1);
  }

  async #dial(): Promise<void> {
    const dialling = ++this.#dialling;
    if (this.#state === "idle" || this.#state === "ended") this.#become("connecting", null);
    try {
      const { ticket } = await answered(api.POST("/api/socket-tickets"));
      if (dialling !== this.#dialling) return;
      const address = new URL(`/api/socket?ticket=${ticket}`, location.href);
      address.protocol = address.protocol.replace("http", "ws");
      this.#attach(new WebSocket(address), dialling);
    } catch (problem) {
      if (dialling !== this.#dialling) return;
      this.#lose(problem instanceof Refused ? problem : null);
    }
  }

  #attach(socket: WebSocket, dialling: number): void {
    this.#socket = socket;
    this.#lastHeard = performance.now();
    const isCurrent = () => dialling === this.#dialling && socket === this.#socket;
    let refusal: Refused | null = null;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (!isCurrent()) return;
      this.#lastHeard = performance.now();
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === "refusal" && message.id === null && message.table === null)
        refusal = new Refused(message.code, message.detail, 0);
      this.#take(message);
    };
    socket.onclose = () => {
      if (isCurrent()) this.#lose(refusal);
    };
    this.#timer = setInterval(() => this.#look(), ANSWER_MS / 4);
  }

  /** Ends a connection on which nothing is answered: what swallows bytes says nothing of it. */
  #look(): void {
    const silentMs = performance.now() - this.#lastHeard;
    const allowedMs = this.#waiting.size || this.#state !== "open" ? ANSWER_MS : 2 * PING_MS;
    if (silentMs > allowedMs) {
      this.#lose(null);
    } else if (silentMs > PING_MS && this.#socket?.readyState === 1) {
      this.#send({ type: "ping" });
    }
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#offset(message.server_ms);
        this.#opened();
        break;
      case "pong":
        this.#offset(message.server_ms);
        break;
      case "snapshot":
      case "events":
        this.#followers.get(message.table)?.take(message);
        break;
      case "receipt": {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        const { entry, upto, is_repeated: isRepeated } = message;
        waiting?.done({ entry, upto, isRepeated });
        break;
      }
      case "refusal": {
        const refused = new Refused(message.code, message.detail, 0);
        if (message.id !== null) {
          const waiting = this.#waiting.get(message.id);
          this.#waiting.delete(message.id);
          waiting?.fail(refused);
        } else if (message.table !== null) {
          this.#followers.get(message.table)?.refused(refused);
        }
        break;
      }
    }
  }

  #offset(serverMs: number): void {
    this.offsetMs = serverMs - Date.now();
    this.onOffset(this.offsetMs);
  }

  #opened(): void {
    if (this.#lostAt) this.reconnects += 1;
    this.#lostAt = 0;
    this.#waitMs = FIRST_WAIT_MS;
    this.#become("open", null);
    for (const follower of this.#followers.values()) this.#send(this.#watchMessage(follower));
    for (const waiting of this.#waiting.values()) this.#socket?.send(waiting.text);
  }

  #watchMessage(follower: Follower): object {
    const after = follower.upto === null ? {} : { after: follower.upto };
    return { type: "watch", table: follower.table, ...after };
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #drop(): void {
    this.#dialling += 1;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  #lose(refusal: Refused | null): void {
    this.#drop();
    if (!this.#wanted) return;
    if (refusal && FOR_GOOD.has(refusal.code)) {
      this.#wanted = false;
      this.#fail(refusal);
      this.#become("ended", refusal);
      return;
    }
    this.#lostAt ||= performance.now();
    if (performance.now() - this.#lostAt > SAID_AFTER_MS) this.#become("lost", refusal);
    else if (this.#state === "open") this.#state = "connecting";
    const waitMs = refusal?.waitS ? 1000 * refusal.waitS : this.#waitMs;
    this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS);
    this.#retry = setTimeout(() => void this.#dial(), waitMs);
  }

  #fail(refusal: Refused): void {
    for (const waiting of this.#waiting.values()) waiting.fail(refusal);
    this.#waiting.clear();
  }

  #become(state: LineState, refusal: Refused | null): void {
    this.#state = state;
    this.onState(state, refusal);
  }
}
