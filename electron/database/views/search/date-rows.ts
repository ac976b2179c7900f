import type { SQLInputValue } from 'node:sqlite';
import type { CivilDate, DayValue } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { parseNumbers } from '../number-list.ts';
import { rowsInSlices, shortSpan } from './table-scan.ts';
import { createStride } from '../stride.ts';

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
export function createdRows(connection: Connection, days: readonly Days[], span: RowSpan): Bits {
  const periods = days.map(periodOf);
  if (span.last - span.after <= shortSpan) {
    const select = `SELECT id AS found FROM tasks WHERE (${periods.map(() => '(created_at >= ? AND created_at < ?)').join(' OR ')})`;
    return rowsInSlices(connection, { select, rowId: 'id', values: periods.flatMap(({ from, until }): SQLInputValue[] => [from, until]), span });
  }
  const bits = createBits(span);
  const [period, another] = periods;
  // Whichever are fewer are read: the tasks of the period or all others.
  const inverted = period !== undefined && another === undefined && isMost(connection, period, span);
  for (const each of inverted ? outside(period) : periods) for (const index of indexesByTime) addRows(connection, index, each, bits);
  if (inverted) bits.invert();
  return bits;
}

const endOfTime = Number.MAX_SAFE_INTEGER;

function outside({ from, until }: Period): readonly Period[] {
  return [
    { from: 0, until: from },
    { from: until, until: endOfTime },
  ];
}

/** Whether a period has more than half of all tasks. An estimate, because row numbers grow with time except for imports. */
function isMost({ sql }: Connection, { from, until }: Period, span: RowSpan): boolean {
  const lastBefore = sql('SELECT id FROM tasks INDEXED BY tasks_history WHERE imported IS NULL AND created_at < ? ORDER BY created_at DESC, uuid DESC LIMIT 1');
  const rowsBefore = (time: number): number => Number(lastBefore.get(time)?.['id'] ?? 0);
  return rowsBefore(until) - rowsBefore(from) > span.last / 2;
}

const minute = 60_000;

/** Reads the index in steps, whose length in minutes adapts to the time that they take. */
function addRows({ sql }: Connection, { index, rows }: (typeof indexesByTime)[number], { from, until }: Period, bits: Bits): void {
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
  }
}

function periodOf({ from, until }: Days): Period {
  return { from: from === null ? 0 : beginning(from), until: until === null ? endOfTime : beginning(until) };
}

/** When a day begins in local time, in milliseconds since the epoch. */
function beginning({ year, month, day }: CivilDate): number {
  const date = new Date(2000, 0, 1);
  // The constructor would take the years 0 to 99 for 1900 to 1999.
  date.setFullYear(year, month - 1, day);
  return date.getTime();
}
