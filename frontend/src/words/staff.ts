/** What is said to the staff, and what is said everywhere. */
import { words as everywhere } from ".";
import { audit } from "./en/audit";
import { dealer } from "./en/dealer";
import { desk } from "./en/desk";

export const words = { ...everywhere, audit, dealer, desk };
