import { isSpace, withoutInvisible } from '../text/characters.ts';
import { labels } from '../../library/marks.ts';
import { fold } from '../text/fold.ts';
import { matchesName } from '../text/match-name.ts';
import { filterKeys, flagWords, searchFlags, sizeShapes, type FilterKey, type Span } from '../query.ts';
import { inQuotes, keyAt, tokenize, standsBare, valueEnd, wordEnd } from '../tokenize.ts';
import { statusGroups } from '../statuses.ts';

/** Names that are in use, most used first. */
export interface SearchVocabulary {
  readonly models: readonly string[];
  readonly sizes: readonly string[];
  readonly qualities: readonly string[];
  readonly accounts: readonly string[];
  readonly tags: readonly string[];
  /** Paths below the library, with forward slashes. */
  readonly folders: readonly string[];
  /** Newest first. */
  readonly batches: readonly string[];
  /** In their order. */
  readonly albums: readonly string[];
}

/** Accepting it replaces `span` with `insert` and puts the caret after it. */
export interface FilterSuggestion {
  readonly kind: 'key' | 'value';
  readonly key: FilterKey;
  /** The value to show. Empty for a key. */
  readonly value: string;
  readonly insert: string;
  readonly span: Span;
}

/** Completions at the caret: filter keys, or values of the filter. At most `limit`. None inside quotes that are not a filter's value. */
export function suggestFilters(text: string, caret: number, vocabulary: SearchVocabulary, limit = 24): readonly FilterSuggestion[] {
  const end = Math.max(0, Math.min(Math.trunc(caret) || 0, text.length));
  // Text after the caret does not change what the text before it means.
  const typed = withoutInvisible(text.slice(0, end));
  const token = tokenize(typed).at(-1);
  if (!token || token.span.end < end) return keys('', { start: end, end: wordEnd(text, end) }, limit);
  if (token.kind === 'connector') return [];
  const start = token.span.start + (token.negated ? 1 : 0);
  if (token.kind === 'term') return token.content.quoted ? [] : keys(typed.slice(start), { start, end: wordEnd(text, end) }, limit);
  const listed = token.values.at(-1);
  const current = listed?.span.end === end ? listed : null;
  if (current?.quoted && current.closed) return [];
  const valueStart = current?.span.start ?? end;
  const taken = new Set(token.values.filter((value) => value !== current).map((value) => fold(value.text)));
  const names = candidates(token.key, vocabulary).filter((name) => !taken.has(fold(name)));
  const span = { start: valueStart, end: current?.quoted ? end : valueEnd(text, end) };
  const blank = isSpace(text[span.end]) || text[span.end] === ',' ? '' : ' ';
  return ranked(names, current?.text ?? '')
    .slice(0, limit)
    .map((value) => ({ kind: 'value', key: token.key, value, insert: written(token.key, value, names) + blank, span }));
}

function keys(typed: string, span: Span, limit: number): readonly FilterSuggestion[] {
  const start = typed.toLowerCase();
  const found = keyAt(typed, 0) === null ? filterKeys.filter((key) => key.startsWith(start)) : [];
  return found.slice(0, limit).map((key) => ({ kind: 'key', key, value: '', insert: `${key}:`, span }));
}

/** The values of `is:` that are suggested first. `failed` is not among them: it also finds what was not accepted, unlike `status:failed`. */
const firstFlags = ['favourite', 'rated', 'unrated', 'tagged', 'untagged', 'picked', 'rejected', 'unflagged', 'labelled', 'noted', 'duplicate', 'problem', 'unknown', 'lost', 'cancelled', 'imported', 'trashed'];

const somePeriods = ['today', 'yesterday', '7d', '1m', '1y'];

function candidates(key: FilterKey, vocabulary: SearchVocabulary): readonly string[] {
  switch (key) {
    case 'model':
      return vocabulary.models;
    case 'size':
      return [...vocabulary.sizes, ...sizeShapes];
    case 'quality':
      return vocabulary.qualities;
    case 'account':
      return vocabulary.accounts;
    case 'tag':
      return [...vocabulary.tags, 'none'];
    case 'album':
      return [...vocabulary.albums, 'none'];
    case 'flag':
      return flagWords;
    case 'label':
      return [...labels, 'none'];
    case 'ratio':
      return ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', ...sizeShapes];
    case 'note':
      return ['none'];
    case 'cost':
      return ['>0.1', '<=0.1', '0.02..0.05', 'none'];
    case 'status':
      return ['problem', ...statusGroups];
    case 'is':
      return [...new Set([...firstFlags, ...searchFlags, ...statusGroups, 'damaged'])];
    case 'rating':
      return ['>=1', '>=2', '>=3', '>=4', '5', 'none'];
    case 'before':
    case 'after':
    case 'on':
      return somePeriods;
    case 'in':
      return ['trash', 'anywhere', ...vocabulary.folders];
    case 'batch':
      return vocabulary.batches;
    case 'id':
    case 'prompt':
    case 'seed':
    case 'like':
      return [];
  }
}

/** First names that begin with the text, then names with a word that does, then names that contain it. */
function ranked(names: readonly string[], typed: string): readonly string[] {
  const wanted = fold(typed);
  const place = (name: string): number => {
    if (fold(name).startsWith(wanted)) return 0;
    if (matchesName(name, { text: typed, exact: false })) return 1;
    return fold(name).includes(wanted) ? 2 : 3;
  };
  const placed = names.map((name) => ({ name, place: place(name) })).filter((entry) => entry.place < 3);
  return placed.sort((a, b) => a.place - b.place).map(({ name }) => name);
}

/** Quoted if it could not be read otherwise, or would match a second name too. */
function written(key: FilterKey, value: string, names: readonly string[]): string {
  const named = key === 'model' || key === 'quality' || key === 'account' || key === 'batch' || key === 'album';
  const ambiguous = named && names.some((name) => name !== value && matchesName(name, { text: value, exact: false }));
  return standsBare(value) && !ambiguous ? value : inQuotes(value);
}
