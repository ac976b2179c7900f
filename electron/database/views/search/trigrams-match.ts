/** An FTS5 query for all trigrams of a folded text. The index stores no positions, so callers check each row that it finds. */
export function trigramsMatch(folded: string): string {
  const characters = [...folded];
  const runs = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  return [...runs].map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ');
}
