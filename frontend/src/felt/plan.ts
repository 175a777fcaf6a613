/**
 * How a felt is laid out. Everything is measured in units of the felt, of which a laptop shows one
 * to a pixel; `--u` is what a unit is where it is drawn.
 */
import type { Component } from "svelte";
import type { Asked } from "../live/events";

/** What a chooser is given: the question, and how it is answered by the name of an option. */
export interface ChooserProps {
  asked: Asked;
  choose: (option: string) => void;
  /** Told which option is picked out and not chosen yet. */
  onpick?: (option: string | null) => void;
  isSending: boolean;
}

export interface SpotPlan {
  spot: string;
  shape: "circle" | "diamond" | "box" | "oval";
  /** The left upper corner and the size. */
  x: number;
  y: number;
  w: number;
  h: number;
  /** What is printed on the felt, where that is not the name of the spot. */
  label?: string;
  /** Whether chips are put here by hand before the deal; else they come with a decision. */
  isLater?: boolean;
  /** Only printed: no chips are put here, but what is paid without a wager of its own is shown. */
  isPrinted?: boolean;
  /** Wagers without a place of their own whose end is shown here, put together with its own. */
  with?: readonly string[];
  /** Laid under the spot: a colour that lets the felt through. */
  tint?: string;
}

export interface HandPlan {
  /** The places whose cards lie here, side by side where there are several. */
  places: RegExp;
  x: number;
  y: number;
  w: number;
  /** The width of a card. */
  card: number;
  align?: "start" | "middle" | "end";
  /** Between hands that lie side by side, where that is not as close as usual. */
  gap?: number;
  /** Where what the dealer calls is shown, where that is not right below the cards. */
  said?: { x: number; y: number; w: number };
  /** Printed where cards will lie. */
  label?: string;
  /** What the cards come to, shown at the corner of a hand; null where that says nothing. */
  total?: (cards: readonly (string | null)[]) => string | null;
}

/** An outline on the felt where cards will lie, with its name below it. */
export interface PrintedPlan {
  x: number;
  y: number;
  w: number;
  h: number;
  label?: string;
}

export interface SeatPlan {
  w: number;
  h: number;
  spots: readonly SpotPlan[];
  hands: readonly HandPlan[];
  /** What is printed on the felt beneath cards and chips. */
  printed?: readonly PrintedPlan[];
}

/** What a motif is given: the size of the felt in pixels, and how many of them a unit is. */
export interface MotifProps {
  w: number;
  h: number;
  u: number;
  isNarrow: boolean;
}

export interface FeltPlan {
  /** Of the player's own seat, and smaller of the others. */
  seat: SeatPlan;
  /** On a phone, where that is another. */
  narrow?: SeatPlan;
  /** Of the others' seats, small, where that is not the one for a phone. */
  small?: SeatPlan;
  dealer: SeatPlan;
  colours: { felt: string; deep: string; line: string; rail: string };
  /** What is printed along the arc, each in a line of its own. */
  lettering: readonly string[];
  /** Draws what is this felt's alone, between the arc and the dealer. */
  motif?: Component<MotifProps>;
  /** Takes the place of the plain buttons for some questions. */
  chooser?: Component<ChooserProps>;
  choosesFor?: (options: readonly { name: string }[]) => boolean;
}
