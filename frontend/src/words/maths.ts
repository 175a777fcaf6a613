/** What is said of the mathematics, and what is said everywhere. */
import { words as everywhere } from ".";
import { maths } from "./en/maths";

export const words = { ...everywhere, maths };
