import type { NameOrNone, SearchClause, SearchFilter, SearchPart, SearchQuery } from './query.ts';

/** Where a search looks. The trash is a separate place: a search that does not mention it looks in the library. */
export type SearchScope = 'library' | 'trash' | 'anywhere';

/** The search that the place “Favourites” stands for. */
export const favouritesSearch = 'is:favourite';

/**
 * The place that a search looks in. It decides the order of the pictures and what the window offers to do with them. `in:trash` and
 * `is:trashed` look in the trash. If a search may match other pictures too (`is:favourite OR in:trash`, `in:trash,2026`), it looks in
 * both, as `in:anywhere` does. `-in:trash` looks in the library.
 */
export function scopeOf({ clauses }: SearchQuery): SearchScope {
  const scopes = clauses.map(scopeOfClause);
  if (scopes.includes('trash')) return 'trash';
  return scopes.includes('anywhere') ? 'anywhere' : 'library';
}

/** The filter of a search that can be for one album only: `album:sea rating:5`, but not `album:sea OR cat` or `-album:sea`. */
export function albumFilter({ clauses }: SearchQuery): Pick<Extract<SearchFilter, { readonly values: readonly NameOrNone[] }>, 'values' | 'span'> | null {
  const filters = clauses.flatMap(({ anyOf: [part, ...others] }) => (part?.kind === 'filter' && part.key === 'album' && !part.negated && others.length === 0 ? [part] : []));
  const [only] = filters;
  return only === undefined || filters.length > 1 || only.values.some(({ of }) => of === 'none') ? null : only;
}

/** The pictures that a search is about, and the rest of it: `like:17 rating:5`, but not `like:17 OR cat` or `-like:17`. */
export function likeness(query: SearchQuery): { readonly subjects: readonly string[]; readonly rest: SearchQuery } | null {
  const rest: SearchClause[] = [];
  let subjects: readonly string[] | null = null;
  for (const clause of query.clauses) {
    const [part, ...others] = clause.anyOf;
    if (subjects === null && part?.kind === 'filter' && part.key === 'like' && !part.negated && others.length === 0) subjects = part.values;
    else rest.push(clause);
  }
  return subjects && { subjects, rest: { ...query, clauses: rest } };
}

/** The search for pictures that have near copies. */
export const duplicatesSearch = 'is:duplicate';

/** Whether a search shows only pictures that have near copies. */
export const isForDuplicates = ({ clauses }: SearchQuery): boolean =>
  clauses.some(({ anyOf: [part, ...others] }) => part?.kind === 'filter' && part.key === 'is' && !part.negated && others.length === 0 && part.values.every((value) => value === 'duplicate'));

/** Whether a search matches the whole trash. */
export function isWholeTrash(query: SearchQuery): boolean {
  return scopeOf(query) === 'trash' && query.pending.length === 0 && narrowing(query).clauses.length === 0;
}

/** The search without the clauses that every picture in its place satisfies. */
export function narrowing(query: SearchQuery): SearchQuery {
  const scope = scopeOf(query);
  return { ...query, clauses: query.clauses.filter((clause) => !isTrueOf(scope, clause)) };
}

function isTrueOf(scope: SearchScope, clause: SearchClause): boolean {
  if (clause.anyOf.some(isAnywhere)) return true;
  return scope === 'trash' && scopeOfClause(clause) === 'trash';
}

function scopeOfClause({ anyOf }: SearchClause): SearchScope {
  const scopes = anyOf.map(scopeOfPart);
  if (scopes.every((scope) => scope === 'trash')) return 'trash';
  return scopes.some((scope) => scope !== 'library') ? 'anywhere' : 'library';
}

function scopeOfPart(part: SearchPart): SearchScope {
  if (part.kind === 'term' || part.negated) return 'library';
  const inTrash = part.key === 'is' ? part.values.map((flag) => flag === 'trashed') : part.key === 'in' ? part.values.map(({ of }) => of === 'trash') : [];
  if (inTrash.includes(true)) return inTrash.every((is) => is) ? 'trash' : 'anywhere';
  return isAnywhere(part) ? 'anywhere' : 'library';
}

function isAnywhere(part: SearchPart): boolean {
  return part.kind === 'filter' && part.key === 'in' && !part.negated && part.values.some(({ of }) => of === 'anywhere');
}
