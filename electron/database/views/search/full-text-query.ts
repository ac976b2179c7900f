import type { TextLookup } from '../../../../shared/search/text/text-terms.ts';
import type { Connection } from '../../sqlite/statements.ts';

/** Prefixes up to this length have their own lists in the index of words. */
const listedPrefix = 3;

/** Most words that a query lists one by one. */
const mostWords = 40;

/** The words of the index in their order. The table exists on this connection only. */
export const createTermsTable = `CREATE VIRTUAL TABLE temp.task_terms USING fts5vocab(main, task_words, instance)`;

/**
 * A term as an FTS5 query (https://sqlite.org/fts5.html#full_text_query_syntax). Its words consist of letters and digits. Null if no word of the
 * index begins with its last word.
 *
 * For a prefix, FTS5 collects the rows of all matching words before it returns the first: 20 ms for `light` in a million prompts. If the words
 * are listed, as in `light OR lighting OR lighthouse`, it reads their lists side by side, and only as far as needed.
 */
export function wordsMatch(connection: Connection, { words, prefix }: TextLookup): WordsMatch | null {
  const last = words.at(-1) ?? '';
  if (!prefix) return { text: phrase(words), gathers: false };
  if ([...last].length <= listedPrefix) return { text: `${phrase(words)}*`, gathers: false };
  const endings = wordsFrom(connection, last);
  if (endings === null) return { text: `${phrase(words)}*`, gathers: true };
  if (endings.length === 0) return null;
  return { text: `(${endings.map((ending) => phrase([...words.slice(0, -1), ending])).join(' OR ')})`, gathers: false };
}

export interface WordsMatch {
  readonly text: string;
  /** FTS5 collects all rows before it returns the first, and a query in slices would repeat that for each slice. */
  readonly gathers: boolean;
}

/** Null if no text can match all of them, or if there are none. */
export function allOf(matches: readonly (WordsMatch | null)[]): WordsMatch | null {
  const found = matches.filter((match) => match !== null);
  if (found.length < matches.length || found.length === 0) return null;
  return { text: found.map(({ text }) => text).join(' AND '), gathers: found.some(({ gathers }) => gathers) };
}

export function phrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

/** The words of the index that begin with a text. Null if there are too many. */
function wordsFrom({ sql }: Connection, beginning: string): readonly string[] | null {
  const next = sql('SELECT term FROM temp.task_terms WHERE term >= ? LIMIT 1');
  const found: string[] = [];
  for (let from = beginning; found.length <= mostWords; ) {
    const term = next.get(from)?.['term'];
    if (typeof term !== 'string' || !term.startsWith(beginning)) return found;
    found.push(term);
    // No word contains a control character, so all other words sort after this text.
    from = `${term}\u0001`;
  }
  return null;
}

/** An FTS5 query for all trigrams of a folded text. The index stores no positions, so callers check each row that it finds. */
export function trigramsMatch(folded: string): string {
  const characters = [...folded];
  const runs = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  return [...runs].map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ');
}
