/** The parts of a path that a pattern names: `/table/:table` of `/table/4` is `{table: "4"}`. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/\/$/, "").split("/");
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const one = given[at] ?? "";
    if (part.startsWith(":")) {
      const meant = decoded(one);
      if (meant === null) return null;
      found[part.slice(1)] = meant;
    } else if (part !== one) return null;
  }
  return found;
}

/** Null where somebody has misspelt an address: `%E0` is no character. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
