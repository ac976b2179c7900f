import type { SQLInputValue } from 'node:sqlite';
import type { CivilDate, DayValue } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { parseNumbers } from '../number-list.ts';
import { rowsInSlices, shortSpan } from './row-sets.ts';
import { createStride } from '../time-slices.ts';

/** The indexes of tasks by the time of their creation, and the tasks in each. */
export const indexesByTime = [
  { index: 'tasks_history', rows: 'imported IS NULL' },
  { index: 'tasks_imported', rows: 'imported IS NOT NULL' },
] as const;

type Days = Pick<DayValue, 'from' | 'until'>;

/** Times in milliseconds since the epoch. */
interface Period {
  readonly from: number;
  readonly until: number;
}

/** The tasks that were created on any of these days. A long span is read from the indexes by time, which are much smaller than the table. */
export function* createdRows(connection: Connection, days: readonly Days[], span: RowSpan): Generator<void, Bits> {
  const periods = days.map(periodOf);
  if (span.last - span.after <= shortSpan) {
    const select = `SELECT id AS found FROM tasks WHERE (${periods.map(() => '(created_at >= ? AND created_at < ?)').join(' OR ')})`;
    return yield* rowsInSlices(connection, { select, rowId: 'id', values: periods.flatMap(({ from, until }): SQLInputValue[] => [from, until]), span });
  }
  const bits = createBits(span);
  for (const period of periods) for (const each of indexesByTime) yield* addRows(connection, each, period, bits);
  return bits;
}

const minute = 60_000;

/** Reads the index in steps, whose length in minutes adapts to the time that they take. */
function* addRows({ sql }: Connection, { index, rows }: (typeof indexesByTime)[number], { from, until }: Period, bits: Bits): Generator<void, void> {
  const inPeriod = `FROM tasks INDEXED BY ${index} WHERE ${rows} AND created_at >= ? AND created_at < ?`;
  const [first, ids] = [sql(`SELECT min(created_at) AS at ${inPeriod}`), sql(`SELECT group_concat(id) AS ids ${inPeriod}`)];
  const stride = createStride();
  for (let at = from; at < until; ) {
    const next = first.get(at, until)?.['at'];
    if (typeof next !== 'number') return;
    at = stride((minutes) => {
      const end = Math.min(next + minutes * minute, until);
      parseNumbers(ids.get(next, end)?.['ids'], bits.add);
      return end;
    });
    yield;
  }
}

function periodOf({ from, until }: Days): Period {
  return { from: from === null ? 0 : beginning(from), until: until === null ? Number.MAX_SAFE_INTEGER : beginning(until) };
}

/** When a day begins in local time, in milliseconds since the epoch. */
function beginning({ year, month, day }: CivilDate): number {
  const date = new Date(2000, 0, 1);
  // The constructor would take the years 0 to 99 for 1900 to 1999.
  date.setFullYear(year, month - 1, day);
  return date.getTime();
}
