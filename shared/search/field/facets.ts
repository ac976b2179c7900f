import { removeSpan } from './edit.ts';
import { parseSearch } from '../parse.ts';
import type { CivilDate, FilterKey, SearchFilter, SearchQuery } from '../query.ts';
import { writeRange } from '../number-ranges.ts';
import { inQuotes, standsBare } from '../tokenize.ts';

/** The filters that one control of the filter bar reads and writes, by their keys. */
export interface Facet {
  readonly keys: readonly FilterKey[];
  /** If set, only a filter with exactly this value belongs to the control. */
  readonly only?: string;
}

/**
 * The filter that a control shows. It is alone in its clause, is not negated, and is the only filter of the control. Null if there is none, or if the
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

/** The values of a filter as a control names them. Names stay as typed. */
export function writtenValues(filter: SearchFilter): readonly string[] {
  switch (filter.key) {
    case 'rating':
      return filter.values.map((range) => (range.max === 0 ? 'none' : writeRange(range)));
    case 'status':
    case 'is':
    case 'flag':
    case 'label':
      return filter.values;
    case 'like':
      return filter.values;
    case 'in':
      return filter.values.map((place) => (place.of === 'folder' ? place.path : place.of));
    case 'size':
    case 'ratio':
      return filter.values.map((size) => {
        switch (size.of) {
          case 'sides':
            return `${writeRange(size.width)}x${writeRange(size.height)}`;
          case 'longer-side':
            return writeRange(size.side);
          case 'shape':
            return size.shape;
          default:
            return size.text;
        }
      });
    case 'tag':
    case 'album':
    case 'note':
      return filter.values.map((name) => (name.of === 'none' ? 'none' : name.text));
    default:
      return filter.values.map(({ text }) => text);
  }
}

/** Returns the search with the control's filter set to these values, or removed if there are none. Everything else stays as typed. */
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
