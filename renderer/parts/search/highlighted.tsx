import type { ReactNode } from 'react';
import { createContext, use, useMemo } from 'react';
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

/** What was searched for where these stand. */
export function SearchedFor({ search, children }: SearchedForProps) {
  return <Searched value={useSearchQuery(search)}>{children}</Searched>;
}

interface HighlightedProps {
  readonly text: string;
  readonly kind?: TextKind;
  /** In one line, begun where what was searched for is in sight. */
  readonly excerpt?: boolean;
}

/** A text in which what was searched for stands out. */
export function Highlighted({ text, kind = 'prose', excerpt = false }: HighlightedProps) {
  const query = use(Searched);
  // A prompt may be long, and what is around it is drawn anew with every second and every picture.
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
