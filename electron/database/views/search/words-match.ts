import type { TextLookup } from '../../../../shared/search/text-terms.ts';
import type { Connection } from '../../sqlite/statements.ts';

/** Prefixes up to this length have their own lists in the index of words. */
const listedPrefix = 3;

/** More words than this are not named one by one. */
const mostWords = 40;

/** The words of the index in their order. The table exists on this connection only. */
export const createTermsTable = `CREATE VIRTUAL TABLE temp.task_terms USING fts5vocab(main, task_words, instance)`;

/**
 * A term in FTS5's language (https://sqlite.org/fts5.html#full_text_query_syntax), words being letters and digits only; null: no word begins so.
 *
 * For the beginning of a word FTS5 puts the rows of all words that begin so together before it gives the first one: twenty milliseconds for
 * `light` in a million prompts. Named one by one, `light OR lighting OR lighthouse`, they are walked along together, and only as far as
 * somebody reads.
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
  /** All its rows are put together before the first is given: to ask for them part by part would be to do that for each part. */
  readonly gathers: boolean;
}

function phrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

/** The words of the index that begin so; null: too many. */
function wordsFrom({ sql }: Connection, beginning: string): readonly string[] | null {
  const next = sql('SELECT term FROM temp.task_terms WHERE term >= ? LIMIT 1');
  const found: string[] = [];
  for (let from = beginning; found.length <= mostWords; ) {
    const term = next.get(from)?.['term'];
    if (typeof term !== 'string' || !term.startsWith(beginning)) return found;
    found.push(term);
    // No word has a character of this kind in it: this is where the next one begins.
    from = `${term}\u0001`;
  }
  return null;
}
