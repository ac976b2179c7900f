import { randomUUID } from 'node:crypto';
import { asyncProperty, array, assert, boolean, constantFrom, date, integer, record } from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { practiceAccountId } from '../../../../shared/account.ts';
import { waitBounds, type PictureStatistics, type Waits } from '../../../../shared/library/statistics.ts';
import { dayKey } from '../../../../shared/library/view.ts';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';
import { openReader } from '../../../support/view-reader.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../samples.ts';

interface Made {
  /** When its task was created. */
  readonly createdAt: number;
  readonly model: string;
  readonly bytes: number;
  readonly trashed: boolean;
  readonly liked: 'favourite' | 'rated' | 'picked' | 'rejected' | null;
  /** Milliseconds from the submission. Null: the task was never submitted by this app. */
  readonly took: number | null;
  readonly from: 'service' | 'practice' | 'import';
}

/** A library of exactly these pictures, and what the reader says of it. */
async function statisticsOf(pictures: readonly Made[], year: number | null): Promise<{ readonly statistics: PictureStatistics; readonly days: ReadonlyMap<number, number> }> {
  const database = await openTestDatabase();
  try {
    await database.repository.saveAccount({ ...testAccount, id: practiceAccountId, kind: 'practice', name: 'Practice' });
    const db = openConnection(database.file);
    const { store } = createStore(db, (message) => expect.fail(message));
    for (const { createdAt, model, bytes, trashed, liked, took, from } of pictures) {
      // Long after the task was created, as after a night in the queue.
      const savedAt = createdAt + 30 * 3_600_000;
      const task = makeTask({
        id: randomUUID(),
        accountId: from === 'practice' ? practiceAccountId : testAccount.id,
        request: { model, prompt: 'p', size: '', quality: '' },
        createdAt,
        submittedAt: took === null ? null : savedAt - took,
        state: { status: 'completed', remoteId: randomUUID(), imageCount: 1 },
      });
      store.insertTasks([task]);
      const [image] = store.saveCompletion(task, makeSources(1), makeAnswer());
      const id = image?.id ?? 0;
      store.saveImage(id, { status: 'kept', file: makeFile({ savedAt, bytes }) });
      // The exact time, because a picture that is saved later is placed after those that are there.
      db.prepare('UPDATE images SET saved_at = ?, trashed_at = ?, favourite = ?, rating = ?, flag = ? WHERE id = ?').run(
        savedAt, trashed ? savedAt + 5 : null, liked === 'favourite' ? 1 : 0, liked === 'rated' ? 2 : 0, liked === 'picked' ? 1 : liked === 'rejected' ? -1 : 0, id,
      );
      if (from === 'import') db.prepare(`UPDATE tasks SET imported = '{}' WHERE uuid = ?`).run(task.id);
    }
    db.close();
    const reader = openReader(database.file);
    try {
      const { keys, pictures: counts } = await reader.views.pictureDays();
      return { statistics: await reader.views.statistics(year), days: new Map([...keys].map((key, at) => [key, counts[at] ?? 0])) };
    } finally {
      reader.close();
    }
  } finally {
    await database.remove();
  }
}

const keyOf = (time: number): number => {
  const at = new Date(time);
  return dayKey(at.getFullYear(), at.getMonth(), at.getDate());
};

function naiveWaits(pictures: readonly Made[]): Waits | null {
  const times = pictures.flatMap(({ took, from }) => (took !== null && from === 'service' ? [took] : [])).sort((a, b) => a - b);
  if (times.length === 0) return null;
  const spans = [0, ...waitBounds].map((from, at) => times.filter((time) => time >= from * 1000 && time < (waitBounds[at] ?? Infinity) * 1000).length);
  return { pictures: times.length, median: times[Math.ceil(times.length * 0.5) - 1] ?? 0, ninetieth: times[Math.ceil(times.length * 0.9) - 1] ?? 0, spans };
}

/** The same by plain code. */
function naive(all: readonly Made[], year: number | null): Omit<PictureStatistics, 'mostMeasured'> {
  const made = all.filter(({ createdAt }) => year === null || new Date(createdAt).getFullYear() === year);
  const kept = made.filter(({ trashed }) => !trashed);
  const gone = made.filter(({ trashed }) => trashed);
  const names = [...new Set(made.map(({ model }) => model.trim()))];
  const ofModel = (model: string) => (one: Made): boolean => one.model.trim() === model;
  const monthOf = ({ createdAt }: Made): number => new Date(createdAt).getFullYear() * 12 + new Date(createdAt).getMonth();
  const bytes = (list: readonly Made[]): number => list.reduce((sum, one) => sum + one.bytes, 0);
  return {
    pictures: kept.length,
    imported: kept.filter(({ from }) => from === 'import').length,
    models: names
      .map((model) => {
        const own = kept.filter(ofModel(model));
        return { model, pictures: own.length, liked: own.filter(({ liked }) => liked !== null && liked !== 'rejected').length, trashed: gone.filter(ofModel(model)).length, waits: naiveWaits(own) };
      })
      .sort((a, b) => b.pictures - a.pictures || b.trashed - a.trashed || (a.model < b.model ? -1 : 1)),
    waits: naiveWaits(kept),
    months: [...new Set(made.map(monthOf))]
      .sort((a, b) => b - a)
      .map((month) => {
        const [here, thrown] = [kept, gone].map((list) => list.filter((one) => monthOf(one) === month));
        return { month, pictures: here?.length ?? 0, bytes: bytes(here ?? []), trashed: thrown?.length ?? 0, trashedBytes: bytes(thrown ?? []) };
      }),
  };
}

const naiveDays = (all: readonly Made[]): ReadonlyMap<number, number> => {
  const days = new Map<number, number>();
  for (const { createdAt, trashed } of all) if (!trashed) days.set(keyOf(createdAt), (days.get(keyOf(createdAt)) ?? 0) + 1);
  return days;
};

const made = (changes: Partial<Made>): Made => ({ createdAt: new Date(2026, 10, 23, 12).getTime(), model: 'a', bytes: 100, trashed: false, liked: null, took: 9_000, from: 'service', ...changes });

it('an empty library has no days, models or months', async () => {
  const { statistics, days } = await statisticsOf([], null);
  expect(days.size).toBe(0);
  expect(statistics).toMatchObject({ pictures: 0, imported: 0, models: [], waits: null, months: [] });
});

it('one picture is its day, its model, its month and every figure of the waits', async () => {
  const { statistics, days } = await statisticsOf([made({})], 2026);
  expect([...days]).toEqual([[dayKey(2026, 10, 23), 1]]);
  const waits = { pictures: 1, median: 9_000, ninetieth: 9_000, spans: [0, 1, 0, 0, 0, 0, 0, 0, 0] };
  expect(statistics).toMatchObject({ pictures: 1, models: [{ model: 'a', pictures: 1, liked: 0, trashed: 0, waits }], waits, months: [{ month: 2026 * 12 + 10, pictures: 1, bytes: 100 }] });
});

it('years, months and days begin at local midnight, to the millisecond', async () => {
  const midnight = new Date(2026, 0, 1).getTime();
  const both = [made({ createdAt: midnight - 1 }), made({ createdAt: midnight })];
  const [last, next] = [await statisticsOf(both, 2025), await statisticsOf(both, 2026)];
  expect([last.statistics.pictures, next.statistics.pictures]).toEqual([1, 1]);
  expect([...next.days.keys()]).toEqual([dayKey(2026, 0, 1), dayKey(2025, 11, 31)]);
  expect(last.statistics.months.map(({ month }) => month)).toEqual([2025 * 12 + 11]);
});

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it.each([
  // The day without an hour, the day with one twice, and a zone whose day of the change begins at one o'clock.
  { zone: 'Europe/Berlin', year: 2026, month: 2, day: 29, hours: 23 },
  { zone: 'Europe/Berlin', year: 2026, month: 9, day: 25, hours: 25 },
  { zone: 'America/Santiago', year: 2026, month: 8, day: 6, hours: 23 },
])('a day of $hours hours in $zone has the pictures of all its hours', async ({ zone: there, year, month, day, hours }) => {
  process.env['TZ'] = there;
  const begins = new Date(year, month, day).getTime();
  const ends = new Date(year, month, day + 1).getTime();
  expect((ends - begins) / 3_600_000).toBe(hours);
  const pictures = Array.from({ length: hours + 2 }, (_, hour) => made({ createdAt: begins + (hour - 1) * 3_600_000 + 1 }));
  const { days } = await statisticsOf(pictures, year);
  expect([...days]).toEqual([
    [dayKey(year, month, day + 1), 1],
    [dayKey(year, month, day), hours],
    [dayKey(year, month, day - 1), 1],
  ]);
});

it('a large library is read from indexes, with the same result', async () => {
  const database = await openTestDatabase();
  const db = openConnection(database.file);
  const { store } = createStore(db, (message) => expect.fail(message));
  const savedAt = new Date(2026, 5, 1).getTime();
  const task = makeTask({ createdAt: savedAt, submittedAt: null, state: { status: 'completed', remoteId: 'r', imageCount: 1 } });
  store.insertTasks([task]);
  const [image] = store.saveCompletion(task, makeSources(1), makeAnswer());
  store.saveImage(image?.id ?? 0, { status: 'kept', file: makeFile({ savedAt, bytes: 1 }) });
  // Pictures 2 to 9000: one a minute, each a byte longer than the one before, every third a favourite, every tenth in the trash.
  db.exec(`WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 9000)
    INSERT INTO images (task, position, status, path, type, width, height, bytes, sha256, saved_at, favourite, trashed_at)
    SELECT task, n, status, path, type, width, height, n, sha256, ${savedAt} + n * 60000, n % 3 = 0, iif(n % 10 = 0, saved_at + n, NULL) FROM images, n WHERE position = 0`);
  db.close();
  const reader = openReader(database.file);
  const { months, models } = await reader.views.statistics(2026);
  reader.close();
  await database.remove();
  const all = Array.from({ length: 9000 }, (_, at) => at + 1);
  const [kept, gone] = [all.filter((n) => n % 10 > 0), all.filter((n) => n % 10 === 0)];
  const sum = (list: readonly number[]): number => list.reduce((before, n) => before + n, 0);
  expect(months).toEqual([{ month: 2026 * 12 + 5, pictures: 8100, bytes: sum(kept), trashed: 900, trashedBytes: sum(gone) }]);
  expect(models).toMatchObject([{ pictures: 8100, liked: kept.filter((n) => n % 3 === 0).length, trashed: 900 }]);
});

it('statistics are what plain code counts', { timeout: 120_000 }, async () => {
  const pictures = array(
    record({
      createdAt: date({ min: new Date(2024, 11, 30), max: new Date(2026, 0, 3), noInvalidDate: true }).map((at) => at.getTime()),
      model: constantFrom('a', ' a ', 'b', ''),
      bytes: integer({ min: 1, max: 40_000_000 }),
      trashed: boolean(),
      liked: constantFrom('favourite', 'rated', 'picked', 'rejected', null),
      took: constantFrom(null, 0, 4_999, 5_000, 59_999, 60_000, 700_000),
      from: constantFrom('service', 'service', 'practice', 'import'),
    }),
    { maxLength: 24 },
  );
  await assert(
    asyncProperty(pictures, constantFrom(null, 2024, 2025, 2026), async (all, year) => {
      const { statistics, days } = await statisticsOf(all, year);
      expect(statistics).toMatchObject(naive(all, year));
      expect(days).toEqual(naiveDays(all));
    }),
    { numRuns: 25 },
  );
});
