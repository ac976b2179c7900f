import { fold, foldWithOrigins, wordsOf, type FoldedText } from '../text/fold.ts';
import { beginningIn } from '../text/match-name.ts';
import type { NameValue, SearchQuery } from '../query.ts';
import { promptLookup, textTerms, type TextLookup } from '../text/text-terms.ts';

/** In UTF-16 units; `end` is exclusive. */
export type Range = readonly [start: number, end: number];

/**
 * How a text is searched.
 * - `prose`: prompts, file names, messages of services. Words match anywhere, those of the filter `prompt:` too.
 * - `model`: the same, and also by the filter `model:`.
 * - `tag`, `id`: names, which match by their beginning and by their filters.
 */
export type TextKind = 'prose' | 'model' | 'tag' | 'id';

type Word = ReturnType<typeof wordsOf>[number];

/**
 * The ranges of a shown text that match the search: sorted, not overlapping, never inside a character. Text is folded as the search
 * folds it, so `cafe` highlights `Café`. For a given search, the time is linear in the length of the text.
 */
export function highlightRanges(text: string, query: SearchQuery, kind: TextKind = 'prose'): readonly Range[] {
  const terms = textTerms(query).filter(({ term }) => !term.negated);
  const isName = kind === 'tag' || kind === 'id';
  const names = [...filtersOf(query, kind), ...(isName ? terms.map((term) => ({ text: term.text, exact: false })) : [])];
  const looked: readonly TextLookup[] = kind === 'prose' ? [...terms, ...filtersOf(query, 'prompt').map(promptLookup)] : terms;
  if ((looked.length === 0 && names.length === 0) || text === '') return [];
  const source = foldWithOrigins(text);
  const found = [...(isName ? [] : inProse(source.folded, looked)), ...names.flatMap((name) => inName(source.folded, name, kind))];
  return merged(found).map(([start, end]) => inSource(source, start, end));
}

/** The filter values that apply to this kind of text. */
function filtersOf({ clauses }: SearchQuery, kind: TextKind | 'prompt'): readonly NameValue[] {
  return clauses.flatMap(({ anyOf }) =>
    anyOf.flatMap((part) => {
      if (part.kind === 'term' || part.negated || part.key !== kind) return [];
      return part.values.flatMap((value) => ('text' in value ? [value] : []));
    }),
  );
}

function inName(folded: string, { text, exact }: NameValue, kind: TextKind): readonly Range[] {
  const wanted = fold(text);
  const found: Range[] = [];
  if (wanted === '' || (exact && folded !== wanted) || (kind === 'id' && !folded.startsWith(wanted))) return found;
  if (kind === 'id') return [[0, wanted.length]];
  for (let at = beginningIn(folded, wanted); at >= 0; at = beginningIn(folded, wanted, at + wanted.length)) found.push([at, at + wanted.length]);
  return found;
}

function inProse(folded: string, terms: readonly TextLookup[]): readonly Range[] {
  const wanted = terms.filter(({ lookup }) => lookup !== 'substring');
  const parts = new Set(terms.filter(({ lookup }) => lookup === 'substring').map(({ text }) => fold(text)));
  const inParts = [...parts].flatMap((part) => substrings(folded, part));
  return wanted.length === 0 ? inParts : [...inParts, ...phrases(wordsOf(folded), wanted)];
}

function substrings(folded: string, wanted: string): readonly Range[] {
  const found: Range[] = [];
  if (wanted === '') return found;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) found.push([at, at + wanted.length]);
  return found;
}

/** Compares each word only with the terms that begin with it, because a search may have hundreds of terms. */
function phrases(words: readonly Word[], wanted: readonly TextLookup[]): readonly Range[] {
  const beginnings = new Set<string>();
  const byFirstWord = new Map<string, Map<string, TextLookup>>();
  for (const term of wanted) {
    const [first = ''] = term.words;
    if (term.prefix && term.words.length === 1) beginnings.add(first);
    else byFirstWord.set(first, (byFirstWord.get(first) ?? new Map<string, TextLookup>()).set(`${term.words.join(' ')}${term.prefix ? '*' : ''}`, term));
  }
  const lengths = [...new Set(Array.from(beginnings, ({ length }) => length))].toSorted((a, b) => b - a);
  return words.flatMap(({ word, start }, at) => {
    const found: Range[] = [];
    const beginning = lengths.find((length) => length <= word.length && beginnings.has(word.slice(0, length)));
    // Only the typed beginning of a longer word is highlighted.
    if (beginning !== undefined) found.push([start, start + beginning]);
    for (const term of byFirstWord.get(word)?.values() ?? []) {
      const end = endOfPhrase(words, at, term);
      if (end !== null) found.push([start, end]);
    }
    return found;
  });
}

/** The end of the phrase that begins with the word `at`. Null if the words differ. */
function endOfPhrase(words: readonly Word[], at: number, { words: wanted, prefix }: TextLookup): number | null {
  const last = wanted.length - 1;
  const fits = wanted.every((word, offset) => {
    const here = words[at + offset]?.word;
    return here === word || (prefix && offset === last && here?.startsWith(word));
  });
  const final = words[at + last];
  return fits && final ? final.start + (wanted[last]?.length ?? 0) : null;
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const joined: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Maps a folded range back to the source, with the accents that follow its last letter. */
function inSource({ origins }: FoldedText, start: number, end: number): Range {
  return [origins[start] ?? 0, origins[end] ?? origins.at(-1) ?? 0];
}
