import { fold, isWord, wordsOf } from './fold.ts';
import type { SearchQuery, SearchTerm } from './query.ts';

/**
 * How a term is to be looked up.
 * - `word`: one word of the index of words; with `prefix`, any that begins with it.
 * - `phrase`: words one after another; with `prefix`, the last one may go on.
 * - `substring`: anywhere in a text. Scripts without spaces, ids, file names, options such as `--ar`, emoji, and what has an asterisk before it.
 */
export interface TextLookup {
  readonly lookup: 'word' | 'phrase' | 'substring';
  /** `scan`: too short for the index of trigrams. */
  readonly index: 'words' | 'trigrams' | 'scan';
  /** Folded; empty for a substring. */
  readonly words: readonly string[];
  readonly prefix: boolean;
  /**
   * Not folded, without the punctuation around it: the substring. Words too are to be looked for so at the beginning of ids,
   * which the index of words cannot know by their parts.
   */
  readonly text: string;
}

export interface TextTerm extends TextLookup {
  readonly term: SearchTerm;
}

/** All terms of a search, the negated ones too, in their order. */
export function textTerms({ clauses }: SearchQuery): readonly TextTerm[] {
  return clauses.flatMap(({ anyOf }) => anyOf.flatMap((part) => (part.kind === 'term' ? [{ term: part, ...lookupOf(part) }] : [])));
}

const trigram = 3;

export function lookupOf({ text, quoted, prefix }: SearchTerm): TextLookup {
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

const opening = String.raw`^[\p{Ps}\p{Pi}\p{Pf}\p{Pe}'"¡¿]+`;
const closing = String.raw`[.,;:!?…、。，．！？；：\p{Ps}\p{Pi}\p{Pf}\p{Pe}'"\p{Pd}\ufe0f]+$`;
const around = new RegExp(`${opening}|${closing}`, 'gu');

/** Without what a sentence puts around a word. A dot or dash before it belongs to it: `.png`, `--ar`. */
function withoutPunctuation(chunk: string): string {
  return chunk.replace(around, '');
}

/**
 * The words of `fox`, `red-haired` and `don’t`: to the index the latter are two words each, whatever stands between them. Null:
 * these are no words of a language, but an id, a file name, a ratio, or a script without spaces. A digit among parts tells
 * them from compounds. Punctuation alone has no words.
 */
function wordsOfChunk(folded: string): readonly string[] | null {
  if (folded === '' || /^\p{P}+$/u.test(folded)) return [];
  if (isWord(folded)) return [folded];
  const parts = folded.split(/['’‘\-‐‑]/u);
  return parts.every((part) => isWord(part) && !/\p{Nd}/u.test(part)) ? wordsOf(folded).map(({ word }) => word) : null;
}
