/** The names of the people whom the log knows by their numbers. Staff may ask for them. */
import { SvelteMap } from "svelte/reactivity";
import { api, answered, Refused } from "../api/http";
import { words } from "../words/staff";

const PAGE = 500;
const ASKED_AGAIN_MS = 5_000;

class Names {
  #known = new SvelteMap<number, string>();
  #lookedAt = 0;
  #looking = false;

  of(user: number | null): string {
    if (user === null) return words.desk.somebody;
    return this.#known.get(user) ?? words.desk.person(user);
  }

  /** Whoever did an entry of the log: `user 5`, `clock` or `house`. */
  ofActor(actor: string | null): string {
    if (actor === null) return "";
    if (actor === "clock") return words.desk.theClock;
    if (actor === "house") return words.desk.theHouse;
    return this.of(Number(actor.slice("user ".length)));
  }

  all(): [number, string][] {
    return [...this.#known].sort(([, one], [, other]) => one.localeCompare(other));
  }

  /** Learns who these are, where somebody is not known yet; nobody in particular means all. */
  async learn(users: Iterable<number | null> = []): Promise<void> {
    const asked = [...users].filter((one) => one !== null);
    const isNew = asked.some((one) => !this.#known.has(one)) || !this.#known.size;
    if (!isNew || this.#looking || Date.now() - this.#lookedAt < ASKED_AGAIN_MS) return;
    this.#looking = true;
    this.#lookedAt = Date.now();
    try {
      let after: number | null = 0;
      while (after !== null) {
        const query: { limit: number; after: number; guests: boolean } = {
          limit: PAGE,
          after,
          guests: asked.length > 0,
        };
        const page = await answered(api.GET("/api/users", { params: { query } }));
        for (const one of page.users) this.#known.set(one.user, one.name);
        after = page.next_after;
      }
    } catch (problem) {
      // Numbers stand in for names then.
      if (!(problem instanceof Refused)) throw problem;
    } finally {
      this.#looking = false;
    }
  }
}

export const names = new Names();
