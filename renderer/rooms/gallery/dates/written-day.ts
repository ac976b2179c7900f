import { readDay } from '../../../../shared/search/days.ts';
import type { CivilDate, DayValue } from '../../../../shared/search/query.ts';

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** Reads a day, month or year as people write it: whatever `on:` takes, and `March 2026`, `12 Mar 2026` or `March 12, 2026`. */
export function readWrittenDay(typed: string, today: CivilDate): DayValue | null {
  const text = typed.toLowerCase().replaceAll(',', ' ').trim().replace(/\s+/g, ' ');
  const [, before, name, after, year] = /^(?:(\d{1,2})\.? )?([a-z]{3,9})\.?(?: (\d{1,2}))? (\d{4})$/.exec(text) ?? [];
  if (name === undefined || (before !== undefined && after !== undefined)) return readDay('on', text.replaceAll(' ', ''), today);
  const month = months.findIndex((known) => known.startsWith(name)) + 1;
  const day = before ?? after;
  return month === 0 ? null : readDay('on', [year, month, ...(day === undefined ? [] : [day])].join('-'), today);
}
