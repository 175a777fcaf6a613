/** Which button a dealer presses next. The house says what is due; here it becomes a command. */
import type { components } from "../api/schema";
import type { TableState } from "../live/events";
import type { CommandBody } from "../live/line";
import { words } from "../words/staff";

export type NextStep = components["schemas"]["NextStep"];

export const STEPS = [
  "new_game",
  "no_more_bets",
  "deal",
  "release_rest",
  "turn",
  "act",
  "collect",
] as const;
export type Step = (typeof STEPS)[number];

export interface Due {
  /** The step of a round it is; null for a signature. */
  step: Step | null;
  label: string;
  body: CommandBody;
}

/** What the dealer can do now, or null where others are waited for. */
export function dueFrom(
  next: NextStep | null,
  desk: TableState | null,
  user: number | undefined,
): Due | null {
  const said = words.dealer.steps;
  switch (next?.waits_for) {
    case "new_game":
      return { step: "new_game", label: said.new_game, body: { do: "new_game" } };
    case "wagers":
      return { step: "no_more_bets", label: said.no_more_bets, body: { do: "no_more_bets" } };
    case "dealer":
      if (!next.step) return null;
      return { step: next.step, label: said[next.step], body: { do: "step", step: next.step } };
    case "signatures": {
      const form = unsigned(desk, user);
      if (!form) return null;
      const label = words.dealer.sign(words.dealer.forms[form]);
      return { step: null, label, body: { do: "sign", form } };
    }
    default:
      return null;
  }
}

type FormName = keyof typeof words.dealer.forms;

/** The first of the papers that wait which this dealer has not signed. */
function unsigned(desk: TableState | null, user: number | undefined): FormName | null {
  const form = desk?.form;
  if (!form) return null;
  const papers: FormName[] = [form.name];
  if (form.nature !== null) papers.push("error notification");
  const isSigned = (paper: FormName) =>
    form.signed.some((one) => one.form === paper && one.role === "dealer" && one.user === user);
  return papers.find((paper) => !isSigned(paper)) ?? null;
}

/** Why nothing can be pressed now. */
export function whyNothing(next: NextStep | null): string {
  const said = words.dealer;
  switch (next?.waits_for) {
    case "decisions":
      return said.toPlayers;
    case "cards":
      return said.toCards;
    case "decks":
      return said.toDecks;
    case "supervisor":
    case "count":
    case "signatures":
      return said.toSupervisor;
    default:
      return "";
  }
}

/** What is to be done, in words for who stands there; the house has those for programs too. */
export function wordsOf(next: NextStep | null): string {
  if (!next) return words.common.loading;
  if (next.waits_for === "wagers") return words.dealer.betsAreOpen;
  if (next.step === "release_rest") return words.dealer.releaseRest;
  return next.words;
}
