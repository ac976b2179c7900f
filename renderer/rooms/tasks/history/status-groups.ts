import { removeSpan } from '../../../../shared/search/field/edit.ts';
import { parseSearch } from '../../../../shared/search/parse.ts';
import type { SearchFilter, SearchQuery } from '../../../../shared/search/query.ts';
import { statusesOf, statusGroups, type StatusGroup, type StatusWord } from '../../../../shared/search/statuses.ts';
import { today } from '../../../stores/now.ts';

type StatusFilter = Extract<SearchFilter, { key: 'status' }>;

/** The filters that the buttons write and read: a `status:` filter that is alone in its clause. */
function statusFilters({ clauses }: SearchQuery): readonly StatusFilter[] {
  return clauses.flatMap(({ anyOf: [part, ...others] }) => (part?.kind === 'filter' && part.key === 'status' && !part.negated && others.length === 0 ? [part] : []));
}

/** The groups whose states are all in the search. */
export function groupsOf(search: string): readonly StatusGroup[] {
  const words = statusFilters(parseSearch(search, today())).flatMap((filter) => filter.values);
  return statusGroups.filter((group) => isWhole(group, words));
}

/** An earlier saved search may name each state of a group separately. */
function isWhole(group: StatusGroup, words: readonly StatusWord[]): boolean {
  const within: readonly string[] = statusesOf(group);
  return words.includes(group) || (within.length > 0 && within.every((status) => words.some((word) => word === status)));
}

/** The search with a group switched on or off. The rest of the search stays. */
export function toggledGroup(search: string, group: StatusGroup): string {
  const on = groupsOf(search);
  return withGroups(search, on.includes(group) ? on.filter((other) => other !== group) : [...on, group]);
}

/** The search for these groups. For none or all of them, any status matches. */
export function withGroups(search: string, groups: readonly StatusGroup[]): string {
  const filters = statusFilters(parseSearch(search, today()));
  // From the end, so that earlier spans stay valid.
  const rest = filters.toReversed().reduce((text, { span }) => removeSpan(text, span), search);
  if (groups.length === 0 || groups.length === statusGroups.length) return rest;
  const words = statusGroups.filter((name) => groups.includes(name)).join(',');
  return `status:${words} ${rest.replace(/^\s*(?:(?:OR|AND)(?:\s+|$))*/, '')}`;
}

const name = `(?:${statusGroups.join('|')})`;
const written = new RegExp(`^status:${name}(?:,${name})* (?!(?:OR|AND)(?:\\s|$))`);

/** A search in two parts: what the pressed buttons stand for, and what the field shows. */
export function splitSearch(search: string): readonly [groups: string, text: string] {
  const groups = written.exec(search)?.[0] ?? '';
  return [groups, search.slice(groups.length)];
}
