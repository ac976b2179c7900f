import { createContext, use, useMemo, type ReactNode } from 'react';
import { highlightRanges, type TextKind } from '../../../shared/search/field/highlight.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import styles from './highlighted.module.css';
import { useSearchQuery } from './search-query.ts';

const Searched = createContext<SearchQuery>({ text: '', clauses: [], pending: [] });

interface SearchedForProps {
  readonly search: string;
  readonly children: ReactNode;
}

/** Sets the search whose matches are highlighted in the children. */
export function SearchedFor({ search, children }: SearchedForProps) {
  return <Searched value={useSearchQuery(search)}>{children}</Searched>;
}

interface HighlightedProps {
  readonly text: string;
  readonly kind?: TextKind;
  /** Shows one line, which starts shortly before the first match. */
  readonly excerpt?: boolean;
}

/** A text in which the matches of the search are highlighted. */
export function Highlighted({ text, kind = 'prose', excerpt = false }: HighlightedProps) {
  const query = use(Searched);
  // A prompt may be long, and its surroundings are drawn again each second and for each picture.
  const segments = useMemo(() => (excerpt ? excerptOf(text, query) : segmentsOf(text, query, kind)), [text, query, kind, excerpt]);
  return segments.map((segment, at) =>
    segment.hit ? (
      <mark key={`${at} ${segment.text}`} className={styles.hit}>
        {segment.text}
      </mark>
    ) : (
      segment.text
    ),
  );
}

/** Part of a text. `hit`: it matches the search. */
interface Segment {
  readonly text: string;
  readonly hit: boolean;
}

/** Splits a text at the matches of the search. */
export function segmentsOf(text: string, query: SearchQuery, kind?: TextKind): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const [start, end] of highlightRanges(text, query, kind)) {
    if (start > at) segments.push({ text: text.slice(at, start), hit: false });
    segments.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), hit: false });
  return segments;
}

/** Characters that are searched for hits. */
const looked = 4000;
/** No line shows more characters. */
const longestExcerpt = 400;
/** Characters before the first hit. */
const lead = 24;

/** One line of a text, with white space folded. It starts shortly before the first hit if that would not be visible otherwise. */
export function excerptOf(text: string, query: SearchQuery): readonly Segment[] {
  const line = text.slice(0, looked).replace(/\s+/g, ' ').trim();
  const segments = segmentsOf(line, query);
  const [before, ...rest] = segments;
  if (!before || before.hit || rest.length === 0 || before.text.length <= 2 * lead) return cut(segments);
  const start = before.text.indexOf(' ', before.text.length - lead) + 1 || before.text.length - lead;
  return cut([{ text: `… ${before.text.slice(start)}`, hit: false }, ...rest]);
}

function cut(segments: readonly Segment[]): readonly Segment[] {
  let left = longestExcerpt;
  return segments.flatMap(({ text, hit }) => {
    const shown = text.slice(0, left);
    left -= shown.length;
    return shown === '' ? [] : [{ text: shown, hit }];
  });
}
