/** Who is here: the house, the person, and the line that both talk over. */
import { api, answered, newId, Refused, setToken, type Me } from "../api/http";
import type { components } from "../api/schema";
import { Line, type CommandBody, type LineState, type Receipt } from "../live/line";

export type Role = components["schemas"]["Role"];
export type SeatHeld = components["schemas"]["SeatHeld"];
type HouseShown = components["schemas"]["HouseShown"];

const STAFF: readonly Role[] = ["dealer", "supervisor", "auditor", "administrator"];

class Session {
  house: HouseShown | null = $state.raw(null);
  me: Me | null = $state.raw(null);
  /** Whether it is known by now who is here. */
  isKnown = $state(false);
  seats: readonly SeatHeld[] = $state.raw([]);
  lineState: LineState = $state("idle");
  offsetMs = $state(0);

  isStaff = $derived(this.me?.roles.some((role) => STAFF.includes(role)) ?? false);

  readonly line = new Line(
    (state) => {
      this.lineState = state;
      if (state === "ended") void this.#lookAgain();
    },
    (offsetMs) => (this.offsetMs = offsetMs),
  );

  /** The session is not what it was: another tab has logged in or out, or it has ended. */
  async #lookAgain(): Promise<void> {
    const before = this.me?.user;
    try {
      await this.look();
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
    }
    if (this.me && this.me.user === before) this.line.restart();
  }

  has(...roles: Role[]): boolean {
    return this.me?.roles.some((role) => roles.includes(role)) ?? false;
  }

  /** What time it is by the clock of the house. */
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  /** Looks who is here. Nobody being logged in is no fault. */
  async look(): Promise<void> {
    const house = answered(api.GET("/api/house")).then((found) => {
      this.house = found;
      this.offsetMs = found.server_ms - Date.now();
    });
    try {
      this.#be(await answered(api.GET("/api/me")));
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.code !== "log_in_needed") throw problem;
      this.#be(null);
    } finally {
      this.isKnown = true;
    }
    await house;
    await this.lookForSeats();
  }

  async lookForSeats(): Promise<void> {
    this.seats =
      this.me && !this.me.must_change_password
        ? (await answered(api.GET("/api/me/seats"))).seats
        : [];
  }

  async lookForWallet(): Promise<void> {
    if (this.me) this.#be(await answered(api.GET("/api/me")));
  }

  async beGuest(): Promise<Me> {
    return this.#came(await answered(api.POST("/api/guests")));
  }

  /** Whoever is here, or a guest. */
  async beSomebody(): Promise<Me> {
    return this.me ?? (await this.beGuest());
  }

  async logIn(name: string, password: string): Promise<Me> {
    return this.#came(await answered(api.POST("/api/log-in", { body: { name, password } })));
  }

  async changePassword(old: string, newer: string): Promise<Me> {
    const body = { old, new: newer };
    return this.#came(await answered(api.POST("/api/me/password", { body })));
  }

  async topUp(): Promise<void> {
    this.#be(await answered(api.POST("/api/me/top-up", { body: { id: newId() } })));
  }

  async logOut(): Promise<void> {
    await answered(api.POST("/api/log-out"));
    this.#be(null);
    this.seats = [];
    this.line.close();
  }

  command(table: number, body: CommandBody, id?: string): Promise<Receipt> {
    return this.line.command(table, body, id);
  }

  #came(me: Me): Me {
    this.#be(me);
    // Tickets and sockets are a person's: what was open is not his.
    this.line.restart();
    return me;
  }

  #be(me: Me | null): void {
    this.me = me;
    setToken(me?.csrf ?? "");
  }
}

export const session = new Session();
