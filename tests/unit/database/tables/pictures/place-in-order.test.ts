import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstFoundIndex, type ImageId } from '../../../../../shared/task.ts';
import { openTestDatabase, type TestDatabase } from '../../../../support/open-test-database.ts';
import { openReader, type OpenReader } from '../../../../support/view-reader.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../../samples.ts';

let database: TestDatabase;
let made = 0;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.remove());

/** Row numbers of a finished task's pictures, none of them here yet. */
async function finished(count: number): Promise<readonly ImageId[]> {
  made += 1;
  const task = makeTask({ state: { status: 'completed', remoteId: `remote-${made}`, imageCount: count } });
  await database.repository.insertTasks([task]);
  return (await database.repository.saveCompletion(task, makeSources(count), makeAnswer())).map(({ id }) => id);
}

/** Answers when it counts as saved. */
async function keep(id: ImageId | undefined, savedAt: number): Promise<number> {
  const stored = await database.repository.saveImage(id ?? 0, { status: 'kept', file: makeFile({ path: `${id}.png`, savedAt }) });
  if (stored.status !== 'kept') throw new Error('not kept');
  return stored.file.savedAt;
}

/** What somebody sees who opens the gallery. */
async function shown(reader: OpenReader): Promise<readonly ImageId[]> {
  const opened = await reader.views.openGallery({ search: '' });
  await reader.views.ready(opened?.token ?? 0);
  return [...((await reader.views.pictures({ token: opened?.token ?? 0, revision: 0 }, [0, 1_000]))?.ids ?? [])];
}

async function withReader<T>(run: (reader: OpenReader) => Promise<T>): Promise<T> {
  const reader = openReader(database.file);
  return run(reader).finally(reader.close);
}

describe('pictures of one task', () => {
  it.each([
    ['at once', 0],
    ['a millisecond apart', 1],
    ['minutes apart', 60_000],
  ])('stand together in their order, whatever comes between, %s, also after a restart', async (_name, apart) => {
    const [four, one, two] = [await finished(4), await finished(1), await finished(2)];
    const coming = [four[3], one[0], four[1], two[1], four[0], two[0], four[2]];
    for (const [at, id] of coming.entries()) await keep(id, start + at * apart);
    const wanted = [...two, ...one, ...four];
    expect(await withReader(shown)).toEqual(wanted);
    database = await database.reopen();
    expect(await withReader(shown)).toEqual(wanted);
  });

  it('found outside the known places stand together, and move no later picture', async () => {
    made += 1;
    const task = makeTask({ state: { status: 'processing', remoteId: `remote-${made}`, misses: 0 } });
    await database.repository.insertTasks([task]);
    const found = await database.repository.saveCompletion(task, [{ kind: 'inline', position: 57_342 }, { kind: 'inline', position: 103 }], makeAnswer());
    for (const { id } of found) expect(Math.abs((await keep(id, start)) - start)).toBeLessThan(500);
    const [later] = await finished(1);
    expect((await keep(later, start + 1_000)) - start).toBeLessThan(1_500);
    expect((await withReader(shown))[0]).toBe(later);
  });

  it('saved while the clock was ahead do not move later ones into the future', async () => {
    const year = 365 * 86_400_000;
    await keep((await finished(1))[0], start + year);
    const [first, second] = await finished(2);
    expect(await keep(second, start)).toBe(start - 1);
    expect(await keep(first, start + 5)).toBe(start);
  });

  it('come before pictures with a time less than a second in the future', async () => {
    await keep((await finished(1))[0], start + 900);
    const [first] = await finished(1);
    expect(await keep(first, start)).toBe(start + 901);
  });

  it('are in the cached order of the library, however late the second one comes', async () => {
    await withReader(async (reader) => {
      const older: ImageId[] = [];
      for (let task = 0; task < 3; task += 1) {
        const ids = await finished(firstFoundIndex);
        for (const [at, id] of ids.entries()) await keep(id, start + older.length + at);
        older.unshift(...ids);
      }
      const four = await finished(4);
      await keep(four[2], start + 10_000);
      expect(await shown(reader)).toEqual([four[2], ...older]);
      const later: ImageId[] = [];
      for (let at = 0; at < 300; at += 1) {
        const [id] = await finished(1);
        await keep(id, start + 20_000 + at);
        later.unshift(id ?? 0);
        if (at === 3) {
          await keep(four[0], start + 30_000);
          expect(await shown(reader)).toEqual([...later, four[0], four[2], ...older]);
        }
      }
      await keep(four[3], start + 40_000);
      expect(await shown(reader)).toEqual([...later, four[0], four[2], four[3], ...older]);
    });
  }, 60_000);
});
