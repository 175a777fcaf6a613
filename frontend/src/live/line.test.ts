/** The line mends itself: tables go on after what is known, and commands are done once. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage } from "./events";
import { Line, type Follower, type LineState } from "./line";

const tickets = {
  count: 0,
  refusal: null as { code: string; status: number } | null,
  isSwallowed: false,
};
vi.mock("../api/http", async (original) => ({
  ...(await original<typeof import("../api/http")>()),
  api: {
    POST: (_: string, { signal }: { signal: AbortSignal }) => {
      tickets.count += 1;
      const { refusal } = tickets;
      if (tickets.isSwallowed)
        return new Promise((_done, fail) => signal.addEventListener("abort", () => fail(signal)));
      if (refusal)
        return Promise.resolve({
          error: { code: refusal.code, detail: "No." },
          response: new Response(null, { status: refusal.status }),
        });
      return Promise.resolve({ data: { ticket: `t${tickets.count}` }, response: new Response() });
    },
  },
}));

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  say(message: object): void {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.say({ type: "welcome", server_ms: Date.now() + 5_000, user: 1 });
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  commands(): Record<string, unknown>[] {
    return this.sent.filter((one) => one.type === "command");
  }
}

class Table implements Follower {
  readonly table = 4;
  upto: number | null = null;
  taken: ServerMessage[] = [];
  take(message: ServerMessage): boolean {
    if (message.type === "events" && message.after !== this.upto) return false;
    this.taken.push(message);
    if ("upto" in message) this.upto = message.upto;
    return true;
  }
  refused(): void {}
  forget(): void {
    this.upto = null;
  }
}

let line: Line;
let states: LineState[];
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const receipt = (id: unknown) => ({
  type: "receipt", id, table: 4, entry: 9, upto: 20, is_repeated: false,
}); // prettier-ignore

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("AbortSignal", {
    timeout(ms: number) {
      const aborting = new AbortController();
      setTimeout(() => aborting.abort(), ms);
      return aborting.signal;
    },
  });
  vi.stubGlobal("location", { href: "http://house/" });
  FakeSocket.all = [];
  tickets.count = 0;
  tickets.refusal = null;
  tickets.isSwallowed = false;
  states = [];
  line = new Line((state) => states.push(state));
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the line", () => {
  it("watches, and goes on after the last event that is known when it was cut", async () => {
    const table = new Table();
    line.watch(table);
    await settle();
    expect(FakeSocket.last.address.href).toBe("ws://house/api/socket?ticket=t1");
    FakeSocket.last.welcome();
    expect(FakeSocket.last.sent).toEqual([{ type: "watch", table: 4 }]);
    FakeSocket.last.say({ type: "snapshot", table: 4, upto: 12 });
    FakeSocket.last.drop();
    await settle(100);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcome();
    expect(FakeSocket.last.sent).toEqual([{ type: "watch", table: 4, after: 12 }]);
    expect(states).not.toContain("lost");
  });

  it("sends what was not answered again under its id, and answers whoever waits once", async () => {
    const done = vi.fn();
    void line.command(4, { do: "ready", seat: 1, round: 3 }, "mine").then(done);
    await settle();
    FakeSocket.last.welcome();
    expect(FakeSocket.last.commands()).toHaveLength(1);
    FakeSocket.last.drop();
    await settle(100);
    FakeSocket.last.welcome();
    expect(FakeSocket.last.commands()).toEqual([
      { type: "command", table: 4, id: "mine", do: "ready", seat: 1, round: 3 },
    ]);
    FakeSocket.last.say(receipt("mine"));
    FakeSocket.last.say(receipt("mine"));
    await settle();
    expect(done).toHaveBeenCalledTimes(1);
    expect(done).toHaveBeenCalledWith({ entry: 9, upto: 20, isRepeated: false });
    FakeSocket.last.drop();
    await settle(100);
    FakeSocket.last.welcome();
    expect(FakeSocket.last.commands()).toEqual([]);
  });

  it("throws what the house refuses, with its code and its words", async () => {
    const asked = line.command(4, { do: "leave", seat: 1 }, "away");
    const refused = expect(asked).rejects.toMatchObject({ code: "not_your_seat", detail: "No." });
    await settle();
    FakeSocket.last.welcome();
    FakeSocket.last.say({
      type: "refusal", id: "away", table: 4, code: "not_your_seat", detail: "No.",
    }); // prettier-ignore
    await refused;
  });

  it("gives up a connection that swallows what is sent, and says so only after a while", async () => {
    void line.command(4, { do: "leave", seat: 1 }, "gone").catch(() => {});
    await settle();
    FakeSocket.last.welcome();
    await settle(10_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    expect(FakeSocket.all[0]?.readyState).toBe(3);
    expect(states).not.toContain("lost");
    // Now nothing opens any more.
    for (let at = 0; at < 30; at += 1) {
      FakeSocket.last.drop();
      await settle(300);
    }
    expect(states).toContain("lost");
    await settle(2_500);
    FakeSocket.last.welcome();
    expect(states.at(-1)).toBe("open");
    expect(line.reconnects).toBeGreaterThan(0);
  });

  it("knocks ever more slowly, and no oftener than every two seconds in the end", async () => {
    line.watch(new Table());
    await settle();
    for (let at = 0; at < 400; at += 1) {
      FakeSocket.last.drop();
      await settle(100);
    }
    expect(tickets.count).toBeGreaterThan(15);
    expect(tickets.count).toBeLessThan(32);
  });

  it("ends, and tells whoever waits, where nobody is logged in any more", async () => {
    tickets.refusal = { code: "log_in_needed", status: 401 };
    const asked = line.command(4, { do: "leave", seat: 1 }, "late");
    await expect(asked).rejects.toMatchObject({ code: "log_in_needed" });
    expect(states.at(-1)).toBe("ended");
    await settle(10_000);
    expect(tickets.count).toBe(1);
  });

  it("goes by the clock of the house", async () => {
    line.watch(new Table());
    await settle();
    FakeSocket.last.welcome();
    expect(Math.round(line.offsetMs / 1000)).toBe(5);
  });

  it("tries again where nothing comes of asking for a ticket, and says so after a while", async () => {
    line.watch(new Table());
    await settle();
    FakeSocket.last.welcome();
    tickets.isSwallowed = true;
    FakeSocket.last.drop();
    await settle(30_000);
    expect(tickets.count).toBeGreaterThan(4);
    expect(states.at(-1)).toBe("lost");
    tickets.isSwallowed = false;
    await settle(10_000);
    FakeSocket.last.welcome();
    expect(states.at(-1)).toBe("open");
  });

  it("stays where a tab that nobody looks at is called once a minute", async () => {
    line.watch(new Table());
    await settle();
    FakeSocket.last.welcome();
    const now = vi.spyOn(performance, "now");
    for (let minute = 1; minute <= 10; minute += 1) {
      now.mockReturnValue(minute * 60_000);
      await settle(1_250);
      if (FakeSocket.last.sent.at(-1)?.type === "ping")
        FakeSocket.last.say({ type: "pong", server_ms: 0 });
    }
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("begins anew for whoever else logs in: nothing is sent for another, and all is told", async () => {
    const table = new Table();
    line.watch(table);
    await settle();
    FakeSocket.last.welcome();
    FakeSocket.last.say({ type: "snapshot", table: 4, upto: 12 });
    const asked = line.command(4, { do: "leave", seat: 1 }, "old");
    const failed = expect(asked).rejects.toMatchObject({ code: "unreachable" });
    FakeSocket.last.drop();
    line.restart();
    await failed;
    await settle();
    const late = line.command(4, { do: "leave", seat: 1 }, "new");
    late.catch(() => {});
    await settle(500);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcome();
    expect(FakeSocket.last.sent.map((one) => one.id ?? one.type)).toEqual(["watch", "new"]);
    expect(FakeSocket.last.sent[0]).toEqual({ type: "watch", table: 4 });
  });

  it("asks for the whole table where something is missing between two messages", async () => {
    line.watch(new Table());
    await settle();
    FakeSocket.last.welcome();
    FakeSocket.last.say({ type: "snapshot", table: 4, upto: 12 });
    FakeSocket.last.say({ type: "events", table: 4, after: 13, upto: 14, events: [] });
    expect(FakeSocket.last.sent.slice(1)).toEqual([
      { type: "unwatch", table: 4 },
      { type: "watch", table: 4 },
    ]);
  });
});
