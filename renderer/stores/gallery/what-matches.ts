import { parseSearch } from '../../../shared/search/parse.ts';
import type { SearchPart } from '../../../shared/search/query.ts';

/** Whether a change may affect the matches of a search, as far as this is known without asking main. */

/** Any date will do, because only the kinds of the parts count. */
const anyDay = { year: 2000, month: 1, day: 1 };

/** Flags that depend on marks. */
const ofMarks: readonly string[] = ['favourite', 'rated', 'unrated', 'tagged', 'untagged'];
/** Flags that a new picture never has. */
const notOfNew: readonly string[] = ['favourite', 'rated', 'tagged', 'trashed', 'imported'];

/** Whether marks, other than moves into or out of the trash, may change the matches. Words do not count, although they may be tags. */
export function looksAtMarks(search: string): boolean {
  return parseSearch(search, anyDay).clauses.some(({ anyOf }) =>
    anyOf.some((part) => part.kind === 'filter' && (part.key === 'rating' || part.key === 'tag' || (part.key === 'is' && part.values.some((flag) => ofMarks.includes(flag))))),
  );
}

/** Whether a new picture may match. It has no marks and is not in the trash. */
export function mayMatchNew(search: string): boolean {
  return parseSearch(search, anyDay).clauses.every(({ anyOf }) => anyOf.some(mayHoldOfNew));
}

function mayHoldOfNew(part: SearchPart): boolean {
  if (part.kind === 'term' || part.negated) return true;
  switch (part.key) {
    case 'is':
      return !part.values.every((flag) => notOfNew.includes(flag));
    case 'tag':
      return part.values.some(({ of }) => of === 'none');
    case 'rating':
      return part.values.some(({ min }) => (min ?? 0) === 0);
    case 'in':
      return part.values.some(({ of }) => of !== 'trash');
    default:
      return true;
  }
}
