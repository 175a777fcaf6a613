/**
 * The line to the house: one socket for all tables of this page.
 *
 * A connection that is lost, or on which nothing is answered, is replaced by another without a
 * word: tables go on after the last event that is known, and commands that were not answered are
 * sent again under their ids. It is the twin of `croupier.client.line`.
 */
import { api, answered, newId, Refused } from "../api/http";
import { words } from "../words";
import type { Command, ServerMessage } from "./events";

export type LineState = "idle" | "connecting" | "open" | "lost" | "ended";

export interface Follower {
  readonly table: number;
  /** The last event that is known, or null before the first snapshot. */
  readonly upto: number | null;
  /** Takes a message in; false where it does not fit, so that the table must be told anew. */
  take(message: ServerMessage): boolean;
  refused(refusal: Refused): void;
  /** Forgets what it knows: it was told to somebody else. */
  forget(): void;
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
  #isWelcome = false;
  #openedAt = 0;
  #lastHeard = 0;
  /** When it was asked whether anybody is there, and nothing was heard since. */
  #pingedAt: number | null = null;
  #lostAt = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #dialling = 0;
  /** How far the clock of the house is ahead of the one here, in milliseconds. */
  offsetMs = 0;
  reconnects = 0;

  constructor(
    private readonly onState: (state: LineState) => void = () => {},
    private readonly onOffset: (offsetMs: number) => void = () => {},
  ) {
    // A tab that was hidden, or a device that was off the net, is back: nobody waits for a timer.
    const back = () => {
      if (this.#retry && document.visibilityState === "visible") this.#redial();
    };
    globalThis.document?.addEventListener("visibilitychange", back);
    globalThis.addEventListener?.("online", back);
  }

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
    this.#drop();
    this.#fail(new Refused("unreachable", words.common.left, 0));
    this.#become("idle");
  }

  /** Somebody else is logged in here now: nothing of what was sent or told is his. */
  restart(): void {
    this.#drop();
    this.#fail(new Refused("unreachable", words.common.left, 0));
    for (const follower of this.#followers.values()) follower.forget();
    this.#lostAt = 0;
    if (this.#wanted || this.#followers.size) this.#redial();
  }

  #redial(): void {
    this.#wanted = true;
    this.#waitMs = FIRST_WAIT_MS;
    void this.#dial();
  }

  #want(): void {
    if (this.#wanted && this.#state !== "ended") return;
    this.#wanted = true;
    void this.#dial();
  }

  #isOpen(): boolean {
    return this.#isWelcome && this.#socket?.readyState === 1;
  }

  async #dial(): Promise<void> {
    this.#drop();
    const dialling = this.#dialling;
    if (this.#state !== "lost") this.#become("connecting");
    try {
      // A network that swallows what is sent says nothing of it.
      const signal = AbortSignal.timeout(ANSWER_MS);
      const { ticket } = await answered(api.POST("/api/socket-tickets", { signal }));
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
    this.#openedAt = this.#lastHeard = performance.now();
    this.#pingedAt = null;
    const isCurrent = () => dialling === this.#dialling && socket === this.#socket;
    let refusal: Refused | null = null;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (!isCurrent()) return;
      this.#lastHeard = performance.now();
      this.#pingedAt = null;
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

  /**
   * Ends a connection on which nothing is answered: what swallows bytes says nothing of it. Only
   * what was asked and not answered counts: a tab that nobody looks at seldom gets here.
   */
  #look(): void {
    const now = performance.now();
    if (!this.#isOpen()) {
      if (now - this.#openedAt > ANSWER_MS) this.#lose(null);
    } else if (this.#pingedAt !== null) {
      if (now - this.#pingedAt >= ANSWER_MS) this.#lose(null);
    } else if (now - this.#lastHeard > (this.#waiting.size ? ANSWER_MS / 2 : PING_MS)) {
      this.#pingedAt = now;
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
        this.#give(message);
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

  #give(message: Extract<ServerMessage, { table: number; upto: unknown }>): void {
    const follower = this.#followers.get(message.table);
    if (!follower || follower.take(message)) return;
    follower.forget();
    this.#send({ type: "unwatch", table: follower.table });
    this.#send(this.#watchMessage(follower));
  }

  #offset(serverMs: number): void {
    this.offsetMs = serverMs - Date.now();
    this.onOffset(this.offsetMs);
  }

  #opened(): void {
    this.#isWelcome = true;
    if (this.#lostAt) this.reconnects += 1;
    this.#lostAt = 0;
    this.#waitMs = FIRST_WAIT_MS;
    this.#become("open");
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
    this.#isWelcome = false;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#retry) clearTimeout(this.#retry);
    this.#timer = this.#retry = null;
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
      this.#become("ended");
      return;
    }
    this.#lostAt ||= performance.now();
    if (performance.now() - this.#lostAt > SAID_AFTER_MS) this.#become("lost");
    else if (this.#state === "open") this.#state = "connecting";
    const waitMs = refusal?.waitS ? 1000 * refusal.waitS : this.#waitMs;
    this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS);
    // A thousand terminals that were cut off at once do not come back at once.
    this.#retry = setTimeout(() => void this.#dial(), waitMs * (0.7 + 0.6 * Math.random()));
  }

  #fail(refusal: Refused): void {
    for (const waiting of this.#waiting.values()) waiting.fail(refusal);
    this.#waiting.clear();
  }

  #become(state: LineState): void {
    this.#state = state;
    this.onState(state);
  }
}
