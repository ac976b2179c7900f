import { removeSpan, addFilter } from '../../../shared/search/edit.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import type { SearchFilter, SearchQuery } from '../../../shared/search/query.ts';
import type { TaskStatus } from '../../../shared/task.ts';
import { today } from '../../stores/today.ts';

/** The states as a person looks for them; every state is in exactly one group. */
export const statusGroups = {
  working: ['queued', 'submitting', 'processing', 'paused'],
  done: ['completed'],
  failed: ['failed', 'rejected'],
  unknown: ['unknown'],
  missing: ['missing'],
  withdrawn: ['withdrawn'],
} as const satisfies Record<string, readonly TaskStatus[]>;

export type StatusGroup = keyof typeof statusGroups;

export const statusGroupNames = Object.keys(statusGroups) as readonly StatusGroup[];

type StatusFilter = Extract<SearchFilter, { key: 'status' }>;

/** The filters that the buttons write and read: `status:` alone, nothing else beside it in its clause. */
function statusFilters({ clauses }: SearchQuery): readonly StatusFilter[] {
  return clauses.flatMap(({ anyOf: [part, ...others] }) => (part?.kind === 'filter' && part.key === 'status' && !part.negated && others.length === 0 ? [part] : []));
}

/** The groups of which a search wants every state. */
export function groupsOf(search: string): readonly StatusGroup[] {
  const statuses = statusFilters(parseSearch(search, today())).flatMap((filter) => filter.values);
  return statusGroupNames.filter((group) => statusGroups[group].every((status) => statuses.includes(status)));
}

/** The search with a group switched on or off; the other groups and whatever else is searched for stay. */
export function toggledGroup(search: string, group: StatusGroup): string {
  const on = groupsOf(search);
  return withGroups(search, on.includes(group) ? on.filter((other) => other !== group) : [...on, group]);
}

/** The search for these groups; for none or all of them, whatever the state. */
export function withGroups(search: string, groups: readonly StatusGroup[]): string {
  const filters = statusFilters(parseSearch(search, today()));
  // From behind, so that the spans before stay what they are.
  const rest = filters.toReversed().reduce((text, { span }) => removeSpan(text, span), search);
  if (groups.length === 0 || groups.length === statusGroupNames.length) return rest;
  const values = statusGroupNames.filter((name) => groups.includes(name)).flatMap((name) => statusGroups[name]);
  return addFilter(rest, { key: 'status', values, negated: false });
}
