import { fold, isWord, wordsOf } from './fold.ts';
import type { NameValue, SearchQuery, SearchTerm } from '../query.ts';

/**
 * How a term is looked up.
 * - `word`: one word in the word index; with `prefix`, any word that begins with it.
 * - `phrase`: consecutive words; with `prefix`, the last one may continue.
 * - `substring`: anywhere in a text. For scripts without spaces, ids, file names, options such as `--ar`, emoji, and terms with a leading asterisk.
 */
export interface TextLookup {
  readonly lookup: 'word' | 'phrase' | 'substring';
  /** `scan`: too short for the trigram index. */
  readonly index: 'words' | 'trigrams' | 'scan';
  /** Folded. Empty for a substring. */
  readonly words: readonly string[];
  readonly prefix: boolean;
  /**
   * The term without surrounding punctuation, not folded. Words and phrases are also compared with the beginning of ids, which
   * the word index does not split.
   */
  readonly text: string;
}

export interface TextTerm extends TextLookup {
  readonly term: SearchTerm;
}

/** How a value of the filter `prompt:` is looked up. */
export const promptLookup = ({ text, exact }: NameValue): TextLookup => lookupOf({ text, quoted: exact, prefix: !exact });

/** All terms of a search in their order, negated ones included. */
export function textTerms({ clauses }: SearchQuery): readonly TextTerm[] {
  return clauses.flatMap(({ anyOf }) => anyOf.flatMap((part) => (part.kind === 'term' ? [{ term: part, ...lookupOf(part) }] : [])));
}

const trigram = 3;

export function lookupOf({ text, quoted, prefix }: Pick<SearchTerm, 'text' | 'quoted' | 'prefix'>): TextLookup {
  const inside = quoted ? '' : text.replace(/^\*+/u, '');
  if (inside.length < text.length && fold(inside) !== '') return substringOf(inside, prefix);
  const chunks = text.split(' ').map(withoutPunctuation);
  const words = chunks.map((chunk) => wordsOfChunk(fold(chunk)));
  const all = words.flatMap((found) => found ?? []);
  const trimmed = (quoted ? text : withoutPunctuation(text)) || text;
  if (words.includes(null) || all.length === 0) return substringOf(trimmed, prefix);
  return { lookup: all.length === 1 ? 'word' : 'phrase', index: 'words', words: all, prefix, text: trimmed };
}

function substringOf(text: string, prefix: boolean): TextLookup {
  return { lookup: 'substring', index: [...fold(text)].length >= trigram ? 'trigrams' : 'scan', words: [], prefix, text };
}

const around = /^[\p{Ps}\p{Pi}\p{Pf}\p{Pe}'"¡¿]+|[.,;:!?…、。，．！？；：\p{Ps}\p{Pi}\p{Pf}\p{Pe}'"\p{Pd}\ufe0f]+$/gu;

/** Strips the punctuation that a sentence puts around a word. A leading dot or dash stays: `.png`, `--ar`. */
function withoutPunctuation(chunk: string): string {
  return chunk.replace(around, '');
}

/**
 * The words of `fox`, `red-haired` and `don’t`. The index splits the latter two into two words each. Null if the text is not made of
 * words: an id, a file name, a ratio, a script without spaces, or punctuation alone. A digit among its parts tells an id from a compound.
 */
function wordsOfChunk(folded: string): readonly string[] | null {
  if (folded === '' || /^\p{P}+$/u.test(folded)) return [];
  if (isWord(folded)) return [folded];
  const parts = folded.split(/['’‘\-‐‑]/u);
  return parts.every((part) => isWord(part) && !/\p{Nd}/u.test(part)) ? wordsOf(folded).map(({ word }) => word) : null;
}
