import { removeSpan } from './edit.ts';
import { parseSearch } from '../parse.ts';
import type { CivilDate, FilterKey, SearchFilter, SearchQuery, Span } from '../query.ts';
import { writeRange } from '../number-ranges.ts';
import { inQuotes, standsBare } from '../tokenize.ts';

/** The filters that one menu reads and writes, by their keys. */
export interface Facet {
  readonly keys: readonly FilterKey[];
  /** If set, only a filter with exactly this value belongs to the menu. */
  readonly only?: string;
}

export const facets = {
  rating: { keys: ['rating'] },
  flag: { keys: ['flag'] },
  label: { keys: ['label'] },
  favourite: { keys: ['is'], only: 'favourite' },
  model: { keys: ['model'] },
  ratio: { keys: ['ratio'] },
  date: { keys: ['on', 'after', 'before'] },
  album: { keys: ['album'] },
  tag: { keys: ['tag'] },
  batch: { keys: ['batch'] },
  cost: { keys: ['cost'] },
} as const satisfies Record<string, Facet>;

export type FacetName = keyof typeof facets;

/**
 * The filter that a menu shows. It is alone in its clause, is not negated, and is the only filter of the menu. Null if there is none, or if the
 * search is more complex than that.
 */
export function shownFilter(query: SearchQuery, facet: Facet): SearchFilter | null {
  const [first, other] = standingAlone(query, facet);
  return first !== undefined && other === undefined ? first : null;
}

function standingAlone({ clauses }: SearchQuery, { keys, only }: Facet): readonly SearchFilter[] {
  return clauses.flatMap(({ anyOf: [part, other] }) => {
    if (part?.kind !== 'filter' || other !== undefined || part.negated || !keys.includes(part.key)) return [];
    const values = writtenValues(part);
    return only === undefined || (values.length === 1 && values[0] === only) ? [part] : [];
  });
}

/** The values of a filter as a menu names them. Names stay as typed. */
export const writtenValues = ({ values }: SearchFilter): readonly string[] => values.map(writtenValue);

export type FilterValue = SearchFilter['values'][number];

export function writtenValue(value: FilterValue): string {
  if (typeof value === 'string') return value;
  if ('min' in value && !('of' in value)) return value.max === 0 ? 'none' : writeRange(value);
  if (!('of' in value)) return value.text;
  switch (value.of) {
    case 'name':
    case 'asked':
    case 'ratio':
      return value.text;
    case 'folder':
      return value.path;
    case 'none':
    case 'trash':
    case 'anywhere':
      return value.of;
    case 'shape':
      return value.shape;
    case 'sides':
      return `${writeRange(value.width)}x${writeRange(value.height)}`;
    case 'longer-side':
      return writeRange(value.side);
  }
}

/** Returns the search with this one filter, which a chip shows, set to other values, or removed if there are none. */
export function withValues(text: string, { span, negated }: { readonly span: Span; readonly negated: boolean }, key: FilterKey, values: readonly string[]): string {
  if (values.length === 0) return removeSpan(text, span);
  return `${text.slice(0, span.start)}${negated ? '-' : ''}${key}:${values.join(',')}${text.slice(span.end)}`;
}

/** Returns the search with the menu's filter set to these values, or removed if there are none. Everything else stays as typed. */
export function withFacet(text: string, facet: Facet, { key, values }: { readonly key: FilterKey; readonly values: readonly string[] }, today: CivilDate): string {
  const query = parseSearch(text, today);
  const filter = values.length === 0 ? '' : `${key}:${values.join(',')}`;
  const shown = shownFilter(query, facet);
  if (shown !== null && filter !== '') return text.slice(0, shown.span.start) + filter + text.slice(shown.span.end);
  // A filter of the same key without a value would make the search find nothing.
  const unfinished = query.pending.filter(({ key: pendingKey, why }) => why === 'empty' && facet.keys.includes(pendingKey));
  const spans = [...standingAlone(query, facet), ...unfinished].map(({ span }) => span).toSorted((a, b) => b.start - a.start);
  const left = spans.reduce(removeSpan, text);
  if (filter === '') return left;
  return `${left}${left === '' || left.endsWith(' ') ? '' : ' '}${filter} `;
}

/** Writes a name as a value, in quotes if it would otherwise be misread or also match other names. */
export function nameAsValue(name: string, isAlone: boolean): string {
  return isAlone && standsBare(name) && name.toLowerCase() !== 'none' ? name : inQuotes(name);
}
