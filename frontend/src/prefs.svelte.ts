/**
 * What a visitor prefers, kept in this browser and nowhere else. Where the browser keeps nothing
 * (private windows, blocked storage) the preferences last as long as the page.
 */
import { MediaQuery } from "svelte/reactivity";

export type Motion = "system" | "on" | "off";

interface Kept {
  motion: Motion;
  fourColours: boolean;
  odds: boolean;
  coach: boolean;
}

const KEY = "croupier.preferences";
const DEFAULTS: Kept = { motion: "system", fourColours: false, odds: true, coach: false };

class Preferences {
  #motion = $state<Motion>(DEFAULTS.motion);
  #fourColours = $state(DEFAULTS.fourColours);
  #odds = $state(DEFAULTS.odds);
  #coach = $state(DEFAULTS.coach);
  readonly #reduced = new MediaQuery("(prefers-reduced-motion: reduce)", false);

  /** Whether things keep still: asked for here, or of the machine and not refused here. */
  readonly still = $derived(
    this.#motion === "off" || (this.#motion === "system" && this.#reduced.current),
  );

  constructor() {
    const kept = read();
    this.#motion = kept.motion;
    this.#fourColours = kept.fourColours;
    this.#odds = kept.odds;
    this.#coach = kept.coach;
  }

  get motion(): Motion {
    return this.#motion;
  }

  set motion(motion: Motion) {
    this.#motion = motion;
    this.#changed();
  }

  /** Four suits in four colours, rather than red and black. */
  get fourColours(): boolean {
    return this.#fourColours;
  }

  set fourColours(fourColours: boolean) {
    this.#fourColours = fourColours;
    this.#changed();
  }

  /** Whether the tables show what a bet is worth beside the bet. */
  get odds(): boolean {
    return this.#odds;
  }

  set odds(odds: boolean) {
    this.#odds = odds;
    this.#changed();
  }

  /** Whether the coach says after each decision what it was worth. */
  get coach(): boolean {
    return this.#coach;
  }

  set coach(coach: boolean) {
    this.#coach = coach;
    this.#changed();
  }

  /** Tells the style sheet: attributes of <html>. Called once at the start, and at each change. */
  apply(): void {
    if (typeof document === "undefined") return;
    const { dataset } = document.documentElement;
    dataset.motion = this.#motion;
    dataset.fourColours = String(this.#fourColours);
    dataset.odds = String(this.#odds);
  }

  #changed(): void {
    this.apply();
    write({
      motion: this.#motion,
      fourColours: this.#fourColours,
      odds: this.#odds,
      coach: this.#coach,
    });
  }
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return DEFAULTS;
    const { motion, fourColours, odds, coach } = kept as Record<string, unknown>;
    return {
      motion: motion === "on" || motion === "off" ? motion : DEFAULTS.motion,
      fourColours: typeof fourColours === "boolean" ? fourColours : DEFAULTS.fourColours,
      odds: typeof odds === "boolean" ? odds : DEFAULTS.odds,
      coach: typeof coach === "boolean" ? coach : DEFAULTS.coach,
    };
  } catch {
    return DEFAULTS; // no storage here, or something else's scribble in it
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Kept nowhere: they last as long as the page.
  }
}

export const prefs = new Preferences();
