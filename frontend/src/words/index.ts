/**
 * Everything the pages say, in one language at a time. A translation is another folder beside `en`
 * with the same names; what is missing there would not compile. What only some pages say stands in
 * a module of its own beside this one, so that the lobby need not load it.
 */
import { common } from "./en/common";
import { fairness } from "./en/fairness";
import { lobby } from "./en/lobby";
import { people } from "./en/people";
import { table } from "./en/table";

export const words = { common, fairness, lobby, people, table };
