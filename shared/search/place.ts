import type { SearchClause, SearchPart, SearchQuery } from './query.ts';

/** Where a search looks. The trash is a place of its own: who does not speak of it finds what is in the library. */
export type Place = 'library' | 'trash' | 'anywhere';

/**
 * Main orders pictures by it, and the window offers what can be done with them. `in:trash` and `is:trashed` lead into the trash, unless other
 * pictures may be meant beside it (`is:favourite OR in:trash`, `in:trash,2026`): then both are looked through, as for `in:anywhere`. Not to be in the
 * trash (`-in:trash`) is to be in the library.
 */
export function placeOf({ clauses }: SearchQuery): Place {
  const places = clauses.map(placeOfClause);
  if (places.includes('trash')) return 'trash';
  return places.includes('anywhere') ? 'anywhere' : 'library';
}

/** Whether a search is for all that was thrown away. */
export function isWholeTrash(query: SearchQuery): boolean {
  return placeOf(query) === 'trash' && query.pending.length === 0 && narrowing(query).clauses.length === 0;
}

/** The search without the clauses that every picture of its place satisfies. */
export function narrowing(query: SearchQuery): SearchQuery {
  const place = placeOf(query);
  return { ...query, clauses: query.clauses.filter((clause) => !isTrueOf(place, clause)) };
}

function isTrueOf(place: Place, clause: SearchClause): boolean {
  if (clause.anyOf.some(isAnywhere)) return true;
  return place === 'trash' && placeOfClause(clause) === 'trash';
}

function placeOfClause({ anyOf }: SearchClause): Place {
  const places = anyOf.map(placeOfPart);
  if (places.every((place) => place === 'trash')) return 'trash';
  return places.some((place) => place !== 'library') ? 'anywhere' : 'library';
}

function placeOfPart(part: SearchPart): Place {
  if (part.kind === 'term' || part.negated) return 'library';
  const inTrash = part.key === 'is' ? part.values.map((flag) => flag === 'trashed') : part.key === 'in' ? part.values.map(({ of }) => of === 'trash') : [];
  if (inTrash.includes(true)) return inTrash.every((is) => is) ? 'trash' : 'anywhere';
  return isAnywhere(part) ? 'anywhere' : 'library';
}

function isAnywhere(part: SearchPart): boolean {
  return part.kind === 'filter' && part.key === 'in' && !part.negated && part.values.some(({ of }) => of === 'anywhere');
}
