import { waitBounds, type ModelStatistics, type MonthStatistics, type PictureDays, type PictureStatistics, type Waits } from '../../../shared/library/statistics.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { Connection } from '../sqlite/statements.ts';
import { eachModel } from './arranged/stack-membership.ts';
import { fewPictures, lookedUp, noValue, scores, type Values } from './arranged/sort-values.ts';
import { parseNumbers } from './number-list.ts';
import { daysOf, firstBefore } from './orders/months.ts';
import { partOf, type PictureOrder } from './orders/picture-orders.ts';
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

/** How many pictures of the library each day has. */
export function countDays({ times }: Pick<PictureOrder, 'times'>): PictureDays {
  const { keys, starts } = daysOf(times);
  return { keys, pictures: starts.map((start, at) => (starts[at + 1] ?? times.length) - start) };
}

/**
 * Statistics of the pictures saved in a year in local time; null: of all. The order of the library and that of the trash are cached by the caller; the rest is
 * read from indexes, in steps that let other calls pass.
 */
export function readPictureStatistics(connection: Connection, library: PictureOrder, trash: PictureOrder, year: number | null): PictureStatistics {
  const kept = year === null ? library : savedIn(year, library);
  const thrown = savedTrash(connection, trash, year);
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

const secondsOf = (year: number): number => Math.floor(new Date(year, 0, 1).getTime() / 1000);

/** The pictures of an order of the library that were saved in a year. */
const savedIn = (year: number, order: PictureOrder): PictureOrder => partOf(order, firstBefore(secondsOf(year + 1), 0, order.times), firstBefore(secondsOf(year), 0, order.times));

/** The pictures in the trash that were saved in a year, with these times instead of those when they were put there. */
function savedTrash(connection: Connection, { ids, tasks }: PictureOrder, year: number | null): PictureOrder {
  const times = lookedUp(connection, 'images.saved_at / 1000', ids);
  const [from, until] = year === null ? [0, Infinity] : [secondsOf(year), secondsOf(year + 1)];
  const isIn = (_: number, at: number): boolean => (times[at] ?? 0) >= from && (times[at] ?? 0) < until;
  return { ids: ids.filter(isIn), tasks: tasks.filter(isIn), times: Int32Array.from(times.filter(isIn)) };
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
function monthsOf(connection: Connection, kept: PictureOrder, thrown: PictureOrder): readonly MonthStatistics[] {
  const months = new Map<number, { pictures: number; bytes: number; trashed: number; trashedBytes: number }>();
  const bytes = bytesOf(connection, joinedIds([kept.ids, thrown.ids]));
  const monthAt = createMonths();
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

/** The month of a time in seconds. Most times are in the month of the one before. */
function createMonths(): (time: number) => number {
  let [from, until, month] = [0, 0, 0];
  return (time) => {
    if (time < from || time >= until) {
      const date = new Date(time * 1000);
      const [year, number] = [date.getFullYear(), date.getMonth()];
      month = year * 12 + number;
      from = new Date(year, number, 1).getTime() / 1000;
      until = new Date(year, number + 1, 1).getTime() / 1000;
    }
    return month;
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
      const found: number[] = [];
      parseNumbers(row?.['ids'], (id) => void found.push(id));
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
