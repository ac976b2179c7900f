import { createContext, use, useMemo, type ReactNode } from 'react';
import type { TextKind } from '../../../shared/search/highlight.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import styles from './highlighted.module.css';
import { excerptOf, segmentsOf } from './segments.ts';
import { useSearchQuery } from './use-search-query.ts';

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
