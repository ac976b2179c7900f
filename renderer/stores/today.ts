import type { CivilDate } from '../../shared/search/query.ts';

/** The date in local time. */
export function today(): CivilDate {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
