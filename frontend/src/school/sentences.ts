/** Sentences and headings put together so that no two marks stand side by side. */

const ENDED = /[.!?…]$/;

/** One after the other, each with its full stop; what is empty is left out. */
export function sentences(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part): part is string => !!part)
    .map((part) => (ENDED.test(part) ? part : `${part}.`))
    .join(" ");
}

/** "Deal the round: 1 of 2", and "What does it pay? 1 of 2". */
export function headed(title: string, rest: string): string {
  return `${title}${ENDED.test(title) ? "" : ":"} ${rest}`;
}
