/** What is said in the school, and what is said everywhere. */
import { words as everywhere } from ".";
import { school } from "./en/school";

export const words = { ...everywhere, school };
