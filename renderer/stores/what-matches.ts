import { parseSearch } from '../../shared/search/parse.ts';
import type { SearchPart } from '../../shared/search/query.ts';

/** What can be told of a search without asking main: whether what happens may change what matches it. */

/** Only kinds of parts are looked at: from which day `7d` is counted makes no difference. */
const anyDay = { year: 2000, month: 1, day: 1 };

/** Flags of the marks that a person sets. */
const ofMarks: readonly string[] = ['favourite', 'rated', 'unrated', 'tagged', 'untagged'];
/** Flags that a picture which was kept a moment ago has not. */
const notOfNew: readonly string[] = ['favourite', 'rated', 'tagged', 'trashed', 'imported'];

/** Whether marks, other than into the trash and out of it, put pictures into what is searched for or out of it. Words are not looked at, though they may be tags. */
export function looksAtMarks(search: string): boolean {
  return parseSearch(search, anyDay).clauses.some(({ anyOf }) =>
    anyOf.some((part) => part.kind === 'filter' && (part.key === 'rating' || part.key === 'tag' || (part.key === 'is' && part.values.some((flag) => ofMarks.includes(flag))))),
  );
}

/** Whether a picture that was kept a moment ago may match. It has no marks, and is not in the trash. */
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
