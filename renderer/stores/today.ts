import type { CivilDate } from '../../shared/search/query.ts';

/** By the clock on the wall. */
export function today(): CivilDate {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
