/** Answers as people read them: cards with their suits, options by their labels. */
import { shownCards } from "../../model/cards";
import type { Blank } from "../types";

export function shownAnswer(blank: Blank, text: string): string {
  if (blank.kind === "cards") return shownCards(text.split(/\s+/).filter(Boolean));
  if (blank.kind === "chips") return text.replaceAll("x$", " × $");
  return blank.options.find((one) => one.name === text)?.label ?? text;
}
