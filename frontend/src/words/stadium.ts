/** What is said in a stadium, and what is said everywhere. */
import { words as everywhere } from ".";
import { stadium } from "./en/stadium";

export const words = { ...everywhere, stadium };
