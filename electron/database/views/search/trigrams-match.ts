/** All runs of three characters of a folded text, in FTS5's language: the index has no positions, so each row that has them all is looked into. */
export function trigramsMatch(folded: string): string {
  const characters = [...folded];
  const runs = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  return [...runs].map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ');
}
