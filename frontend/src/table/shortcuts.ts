/** A key for each option: the first letter of its name that is still free. */
import type { Option } from "../live/events";

export function shortcutsOf(options: readonly Option[]): Map<string, Option> {
  const found = new Map<string, Option>();
  for (const option of options) {
    const letter = [...option.name.toLowerCase()].find(
      (one) => /[a-z0-9]/.test(one) && !found.has(one),
    );
    if (letter) found.set(letter, option);
  }
  return found;
}
