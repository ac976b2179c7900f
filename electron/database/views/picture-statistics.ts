import { waitBounds, type ModelStatistics, type MonthStatistics, type PictureDays, type PictureStatistics, type Waits } from '../../../shared/library/statistics.ts';
import { dayKey } from '../../../shared/library/view.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { Connection } from '../sqlite/statements.ts';
import { eachModel } from './arranged/stack-membership.ts';
import { fewPictures, lookedUp, noValue, scores, type Values } from './arranged/sort-values.ts';
import { numbersIn, parseNumbers, picked, positionsWhere } from './number-list.ts';
import type { PictureOrder } from './orders/picture-orders.ts';
import { allRows, rowsInSlices } from './search/table-scan.ts';
import { createStride } from './stride.ts';

/** Reading the times of so many pictures takes a fifth of a second. */
const mostMeasured = 20_000;

/** The score (`scores`) of a picture without a mark. */
const noMarks = 12;

/** Milliseconds from the last submission to the file. Practice shows pictures after a time of its own, and who sent an adopted or repeated task when is not known. */
const wait = `iif(tasks.imported IS NULL AND tasks.adopted = 0 AND tasks.repeated = 0 AND images.saved_at >= tasks.submitted_at
  AND tasks.account IN (SELECT id FROM accounts WHERE kind = 'service'), images.saved_at - tasks.submitted_at, NULL)`;

/** Pictures between two calls of `pause`. */
const pauseEvery = 65_536;

/** Pictures and, instead of the time that orders them, when their tasks were created. A search by day (`on:`) goes by that time, and so does every number here. */
type Made = PictureOrder;

/** How many pictures of the library each day has. */
export function countDays(connection: Connection, library: PictureOrder): PictureDays {
  const { times } = madeAt(library, createdTimes(connection));
  const days = new Map<number, number>();
  const keyAt = createCalendar((date) => dayKey(date.getFullYear(), date.getMonth(), date.getDate()), (date, later) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + later));
  eachPosition(connection, times.length, (at) => {
    const key = keyAt(times[at] ?? 0);
    days.set(key, (days.get(key) ?? 0) + 1);
  });
  const ordered = [...days].sort(([a], [b]) => b - a);
  return { keys: Int32Array.from(ordered, ([key]) => key), pictures: Int32Array.from(ordered, ([, pictures]) => pictures) };
}

/**
 * Statistics of the pictures of a year in local time; null: of all. The order of the library and that of the trash are cached by the caller; the rest is
 * read from indexes, in steps that let other calls pass.
 */
export function readPictureStatistics(connection: Connection, library: PictureOrder, trash: PictureOrder, year: number | null): PictureStatistics {
  const created = createdTimes(connection);
  const [kept, thrown] = [madeIn(year, madeAt(library, created)), madeIn(year, madeAt(trash, created))];
  const models = modelsOfTasks(connection);
  const counts = models.names.map((model) => ({ model, pictures: 0, liked: 0, trashed: 0, waits: [] as number[] }));
  const of = (task: number | undefined): (typeof counts)[number] | undefined => counts[models.of[task ?? 0] ?? 0];

  const marks = scores(connection, kept);
  eachPosition(connection, kept.ids.length, (at) => {
    const count = of(kept.tasks[at]);
    if (count === undefined) return;
    count.pictures += 1;
    if ((marks[at] ?? 0) > noMarks) count.liked += 1;
  });
  eachPosition(connection, thrown.ids.length, (at) => {
    const count = of(thrown.tasks[at]);
    if (count !== undefined) count.trashed += 1;
  });
  const waits = lookedUp(connection, wait, kept.ids.slice(0, mostMeasured));
  waits.forEach((took, at) => took !== noValue && of(kept.tasks[at])?.waits.push(took));

  const used = counts.filter(({ pictures, trashed }) => pictures + trashed > 0);
  return {
    pictures: kept.ids.length,
    imported: countImported(connection, kept),
    models: used.map((count): ModelStatistics => ({ ...count, waits: waitsOf(count.waits) })).sort((a, b) => b.pictures - a.pictures || b.trashed - a.trashed || (a.model < b.model ? -1 : 1)),
    waits: waitsOf([...waits].filter((took) => took !== noValue)),
    mostMeasured,
    months: monthsOf(connection, kept, thrown),
  };
}

function eachPosition({ pause }: Connection, length: number, visit: (at: number) => void): void {
  for (let at = 0; at < length; at += 1) {
    if (at % pauseEvery === pauseEvery - 1) pause();
    visit(at);
  }
}

/** When each task was created, by its row number, in seconds. */
function createdTimes(connection: Connection): Int32Array {
  const { sql } = connection;
  const times = new Int32Array(allRows(connection).task.last + 1);
  const placeOf = sql('SELECT created_at AS at, uuid FROM tasks WHERE id = ?');
  for (const { from, next } of [
    { from: 'tasks INDEXED BY tasks_history WHERE imported IS NULL', next: 'uuid' },
    { from: 'tasks INDEXED BY tasks_imported WHERE imported IS NOT NULL', next: 'id' },
  ] as const) {
    const statement = sql(
      `SELECT group_concat(id) AS ids, group_concat(created_at / 1000) AS times FROM
        (SELECT id, created_at FROM ${from} AND (created_at, ${next}) > (?, ?) ORDER BY created_at, ${next} LIMIT ?)`,
    );
    const stride = createStride();
    for (let above: readonly [at: number, next: string | number] | null = [-1, next === 'uuid' ? '' : 0]; above !== null; ) {
      const start: readonly [at: number, next: string | number] = above;
      above = stride((rows) => {
        const row = statement.get(...start, rows);
        const ids = numbersIn(row?.['ids']);
        let at = 0;
        parseNumbers(row?.['times'], (time) => {
          const id = ids[at] ?? 0;
          if (id < times.length) times[id] = time;
          at += 1;
        });
        if (ids.length < rows) return null;
        // A task may have been removed meanwhile.
        for (const id of ids.toReversed()) {
          const place = placeOf.get(id);
          if (place !== undefined) return [Number(place['at']), next === 'uuid' ? String(place['uuid']) : id];
        }
        return null;
      });
    }
  }
  return times;
}

const madeAt = ({ ids, tasks }: PictureOrder, created: Int32Array): Made => ({ ids, tasks, times: tasks.map((task) => created[task] ?? 0) });

/** Those of a year in local time. */
function madeIn(year: number | null, made: Made): Made {
  if (year === null) return made;
  const [from, until] = [year, year + 1].map((one) => Math.floor(new Date(one, 0, 1).getTime() / 1000));
  return picked(made, positionsWhere(made.ids.length, (at) => (made.times[at] ?? 0) >= (from ?? 0) && (made.times[at] ?? 0) < (until ?? 0)));
}

/** The names of all models, and which of them each task has, by its row number. The first is that of tasks without a model. */
function modelsOfTasks(connection: Connection): { readonly names: readonly string[]; readonly of: Int32Array } {
  const of = new Int32Array(allRows(connection).task.last + 1);
  const numbers = new Map([['', 0]]);
  eachModel(connection, (text) => {
    const name = text ?? '';
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return (task) => {
      if (task < of.length) of[task] = number;
    };
  });
  return { names: [...numbers.keys()], of };
}

function countImported(connection: Connection, { tasks }: PictureOrder): number {
  const imported = rowsInSlices(connection, { select: 'SELECT id AS found FROM tasks INDEXED BY tasks_imported WHERE imported IS NOT NULL', rowId: 'id', values: [], span: allRows(connection).task });
  let count = 0;
  eachPosition(connection, tasks.length, (at) => {
    if (imported.has(tasks[at] ?? 0)) count += 1;
  });
  return count;
}

/** Nearest rank. Null: nothing was measured. */
function waitsOf(times: readonly number[]): Waits | null {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  const spans = [...waitBounds, Infinity].map(() => 0);
  for (const time of sorted) {
    const span = waitBounds.findIndex((bound) => time < bound * 1000);
    const at = span === -1 ? waitBounds.length : span;
    spans[at] = (spans[at] ?? 0) + 1;
  }
  return { pictures: sorted.length, median: rank(0.5), ninetieth: rank(0.9), spans };
}

/** What the originals of each month take. */
function monthsOf(connection: Connection, kept: Made, thrown: Made): readonly MonthStatistics[] {
  const months = new Map<number, { pictures: number; bytes: number; trashed: number; trashedBytes: number }>();
  const bytes = bytesOf(connection, joinedIds([kept.ids, thrown.ids]));
  const monthAt = createCalendar((date) => date.getFullYear() * 12 + date.getMonth(), (date, later) => new Date(date.getFullYear(), date.getMonth() + later, 1));
  const sumsAt = (time: number): { pictures: number; bytes: number; trashed: number; trashedBytes: number } => {
    const month = monthAt(time);
    const sums = months.get(month) ?? { pictures: 0, bytes: 0, trashed: 0, trashedBytes: 0 };
    months.set(month, sums);
    return sums;
  };
  eachPosition(connection, kept.ids.length, (at) => {
    const sums = sumsAt(kept.times[at] ?? 0);
    sums.pictures += 1;
    sums.bytes += bytes[at] ?? 0;
  });
  eachPosition(connection, thrown.ids.length, (at) => {
    const sums = sumsAt(thrown.times[at] ?? 0);
    sums.trashed += 1;
    sums.trashedBytes += bytes[kept.ids.length + at] ?? 0;
  });
  return [...months].map(([month, sums]) => ({ month, ...sums })).sort((a, b) => b.month - a.month);
}

/** The number of the day or month of a time in seconds. Most times are in the same as the one before. */
function createCalendar(number: (date: Date) => number, start: (date: Date, later: 0 | 1) => Date): (time: number) => number {
  let [from, until, known] = [0, 0, 0];
  return (time) => {
    if (time < from || time >= until) {
      const date = new Date(time * 1000);
      known = number(date);
      [from, until] = [Math.floor(start(date, 0).getTime() / 1000), Math.floor(start(date, 1).getTime() / 1000)];
    }
    return known;
  };
}

/** How long the file of each picture is. */
function bytesOf(connection: Connection, ids: Int32Array): Values {
  if (ids.length <= fewPictures) return lookedUp(connection, 'images.bytes', ids);
  const all = new Float64Array(allRows(connection).image.last + 1);
  const statement = connection.sql(
    `SELECT group_concat(id) AS ids, group_concat(bytes) AS bytes, count(*) AS n, max(bytes) AS last FROM
      (SELECT id, bytes FROM images INDEXED BY images_by_bytes WHERE status = 'kept' AND (bytes, id) > (?, ?) ORDER BY bytes, id LIMIT ?)`,
  );
  const stride = createStride();
  for (let above: readonly [bytes: number, id: number] | null = [-1, 0]; above !== null; ) {
    const start: readonly [bytes: number, id: number] = above;
    above = stride((rows) => {
      const row = statement.get(...start, rows);
      const found = numbersIn(row?.['ids']);
      let at = 0;
      parseNumbers(row?.['bytes'], (length) => {
        const id = found[at] ?? 0;
        if (id < all.length) all[id] = length;
        at += 1;
      });
      return Number(row?.['n']) < rows ? null : [Number(row?.['last']), found.at(-1) ?? 0];
    });
  }
  return Float64Array.from(ids, (id) => all[id] ?? 0);
}
