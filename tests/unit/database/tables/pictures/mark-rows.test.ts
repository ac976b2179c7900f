import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUndoLog } from '../../../../../electron/core/undo/undo-log.ts';
import { createMarker } from '../../../../../electron/core/library/marks/marker.ts';
import type { MarkStore } from '../../../../../electron/core/library/marks/mark-store.ts';
import type { LibraryViews } from '../../../../../electron/core/library/stores/library-views.ts';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { openViews } from '../../../../../electron/database/client/open-views.ts';
import type { Mark } from '../../../../../shared/library/marks.ts';
import type { SelectionTarget } from '../../../../../shared/library/view.ts';
import { databaseWorkerFile } from '../../../../support/built-threads.ts';
import { latestFirst } from '../../../../support/undo-latest.ts';
import { openTestDatabase, type TestDatabase } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeSources, makeTask, start } from '../../samples.ts';

const pictures = 100_000;

let database: TestDatabase;
let views: LibraryViews;

/** Bulk rows, so that a hundred thousand take a second: one task with all of them. */
beforeAll(async () => {
  database = await openTestDatabase();
  const task = makeTask({ state: { status: 'completed', remoteId: 'many', imageCount: pictures } });
  await database.repository.saveCompletion(task, makeSources(1), makeAnswer());
  const db = openConnection(database.file);
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pictures - 1})
    INSERT INTO images (task, position, status, path, type, width, height, bytes, sha256, saved_at)
    SELECT (SELECT id FROM tasks), i, 'kept', 'p' || i, 'png', 1, 1, i, 'ab', ${start} + i FROM n`);
  db.exec(`UPDATE images SET status = 'kept', attempts = NULL, source_kind = NULL, source_url = NULL, path = 'p0', type = 'png', width = 1, height = 1, bytes = 0, sha256 = 'ab', saved_at = ${start} WHERE position = 0`);
  db.close();
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
}, 60_000);
afterAll(async () => {
  await views.close();
  await database.remove();
});

function rig(repository: MarkStore = database.repository) {
  const told: { ids: number | null; moved: boolean }[] = [];
  const progress: (number | null)[] = [];
  const doings = new Set<string>();
  const undoLog = createUndoLog();
  const marker = latestFirst(createMarker({
    undoLog,
    repository,
    views,
    clock: { now: () => start + 1 },
    trash: { betweenRemovals: (run) => run() },
    events: {
      marked: (ids, moved) => told.push({ ids: ids?.length ?? null, moved }),
      progress(state) {
        progress.push(state?.done ?? null);
        if (state) doings.add(state.doing);
      },
    },
  }), undoLog);
  return { marker, told, progress, doings };
}

/** As if the database thread died after each commit, before its answer: the call is repeated. */
const answeringTwice = (): MarkStore => ({
  ...database.repository,
  async markImages(imageIds, mark) {
    await database.repository.markImages(imageIds, mark);
    await database.repository.markImages(imageIds, mark);
  },
});

const ids = (...imageIds: number[]): SelectionTarget => ({ token: null, revision: 0, ranges: [], imageIds });

async function found(search: string): Promise<number> {
  const opened = await views.openGallery({ search });
  return (await views.ready(opened?.token ?? 0))?.total ?? -1;
}

async function all(search = ''): Promise<SelectionTarget> {
  const opened = await views.openGallery({ search });
  const total = (await views.ready(opened?.token ?? 0))?.total ?? 0;
  return { token: opened?.token ?? null, revision: 0, ranges: [[0, total]], imageIds: [] };
}

describe('marks', () => {
  it('can be undone even if the database thread died after it wrote them and before it answered', async () => {
    const { marker } = rig(answeringTwice());
    expect((await marker.mark(ids(1, 2, 3), { kind: 'favourite', favourite: true })).pictures).toBe(3);
    expect((await marker.undo())?.count).toBe(3);
    expect(await database.repository.imageMarks(2)).toMatchObject({ favourite: false });
  });

  it('marks all of a view in slices, reports the progress, and can restore the marks that each picture had', async () => {
    const { marker, told, progress, doings } = rig();
    await marker.mark(ids(1, 2, 3), { kind: 'rating', rating: 5 });
    const step = await marker.mark(await all(), { kind: 'rating', rating: 4 });
    expect(step).toMatchObject({ mark: { kind: 'rating', rating: 4 }, pictures, failure: null });
    expect(await found('rating:4 ')).toBe(pictures);
    expect(progress.slice(0, 2)).toEqual([500, 1_000]);
    expect(progress.slice(-2)).toEqual([pictures, null]);
    expect(told).toEqual([{ ids: 3, moved: false }, { ids: null, moved: false }]);
    expect((await marker.undo())?.count).toBe(pictures);
    expect([await found('rating:5 '), await found('is:unrated ')]).toEqual([3, pictures - 3]);
    expect((await marker.redo())?.count).toBe(pictures);
    expect(await found('rating:4 ')).toBe(pictures);
    await marker.undo();
    await marker.undo();
    expect([...doings]).toEqual(['mark', 'undo', 'redo']);
    expect(await found('is:unrated ')).toBe(pictures);
    expect(await marker.undo()).toBeNull();
  }, 60_000);

  it('marks what was selected at the call, even if it waits for another call and the view is replaced meanwhile', async () => {
    const { marker } = rig();
    const target = await all('fox ');
    const first = marker.mark({ ...target, ranges: [[0, 5_000]] }, { kind: 'favourite', favourite: true });
    const second = marker.mark({ ...target, ranges: [[0, 3]] }, { kind: 'rating', rating: 1 });
    await all('snow ');
    expect([(await first).pictures, (await second).pictures]).toEqual([5_000, 3]);
    await marker.undo();
    await marker.undo();
    expect([await found('rating:1 '), await found('is:favourite ')]).toEqual([0, 0]);
  });

  it('stops on request, and one undo restores what was marked by then', async () => {
    const { marker, told, progress } = rig();
    const marking = marker.mark(await all(), { kind: 'rating', rating: 2 });
    await expect.poll(() => progress.length).toBeGreaterThan(2);
    marker.cancel();
    const step = await marking;
    expect(step.pictures).toBeGreaterThan(0);
    expect(step.pictures).toBeLessThan(pictures);
    expect(progress.at(-1)).toBeNull();
    expect(await found('rating:2 ')).toBe(step.pictures);
    expect((await marker.undo())?.count).toBe(step.pictures);
    expect(await found('is:unrated ')).toBe(pictures);
    expect(told.every(({ moved }) => !moved)).toBe(true);

    await marker.mark(await all(), { kind: 'favourite', favourite: true });
    const [before, undoing] = [progress.length, marker.undo()];
    await expect.poll(() => progress.length).toBeGreaterThan(before + 2);
    marker.cancel();
    const undone = (await undoing)?.count ?? 0;
    expect(undone).toBeLessThan(pictures);
    expect(await found('is:favourite '), 'the rest is still to be undone').toBe(pictures - undone);
    expect((await marker.undo())?.count).toBe(pictures - undone);
    expect(await found('is:favourite ')).toBe(0);
  }, 60_000);

  it.each<readonly [Mark, string, Mark]>([
    [{ kind: 'favourite', favourite: true }, 'is:favourite ', { kind: 'favourite', favourite: false }],
    [{ kind: 'tag', tag: '  Très \n bien ' }, 'tag:"tres bien" ', { kind: 'untag', tag: 'TRES BIEN' }],
    [{ kind: 'trash' }, 'in:trash ', { kind: 'restore' }],
  ])('%j is found, undone, done again and taken away', async (mark, search, opposite) => {
    const { marker, told } = rig();
    expect((await marker.mark(ids(7, 8, 9), mark)).pictures).toBe(3);
    expect((await marker.mark(ids(8, 9, 10), mark)).pictures, 'only what it changes').toBe(1);
    expect(await found(search)).toBe(4);
    await marker.undo();
    expect(await found(search)).toBe(3);
    await marker.redo();
    expect((await marker.mark(ids(7, 8, 9, 10), opposite)).pictures).toBe(4);
    expect(await found(search)).toBe(0);
    expect(await marker.redo(), 'what is done anew ends what could be redone').toBeNull();
    await marker.undo();
    expect(await found(search)).toBe(4);
    await marker.mark(ids(7, 8, 9, 10), opposite);
    expect(told.every(({ moved }) => moved === (mark.kind === 'trash'))).toBe(true);
  });

  it('restores the time at which a picture was trashed, if its restoring is undone', async () => {
    const { marker } = rig();
    await marker.mark(ids(5), { kind: 'trash' });
    await marker.mark(ids(5), { kind: 'restore' });
    await marker.undo();
    expect((await database.repository.imageMarks(5))?.trashedAt).toBe(start + 1);
    await marker.undo();
    expect((await database.repository.imageMarks(5))?.trashedAt).toBeNull();
  });

  it('counts tags, and forgets those that no picture has', async () => {
    const { marker } = rig();
    await marker.mark(ids(1, 2), { kind: 'tag', tag: 'Sea' });
    await marker.mark(ids(2), { kind: 'tag', tag: 'evening' });
    expect(await views.tags()).toEqual([{ name: 'Sea', pictures: 2 }, { name: 'evening', pictures: 1 }]);
    expect(await database.repository.imageMarks(2)).toMatchObject({ tags: ['evening', 'Sea'] });
    await marker.mark(ids(1, 2), { kind: 'untag', tag: 'sea' });
    await marker.mark(ids(2), { kind: 'untag', tag: 'evening' });
    expect(await views.tags()).toEqual([]);
    await marker.mark(ids(999_999), { kind: 'tag', tag: 'nobody' });
    expect(await views.tags()).toEqual([]);
  });

  it('reports that nothing was changed if the view of the selection was replaced', async () => {
    const { marker, told } = rig();
    const old = await all();
    await all('rating:5 ');
    await expect(marker.mark(old, { kind: 'trash' })).rejects.toThrow('view-replaced');
    expect(told).toEqual([]);
    expect(await marker.undo()).toBeNull();
  });
});

describe('saved searches', () => {
  it('keeps one name for one search, and all in the order in which they were saved', async () => {
    const { repository } = database;
    await repository.saveSearch('Best', 'rating:5', start);
    await repository.saveSearch('The best', 'rating:5', start);
    await repository.saveSearch('Foxes', 'fox', start + 1);
    const [best, foxes] = await repository.savedSearches();
    expect([best?.name, best?.query, foxes?.name]).toEqual(['The best', 'rating:5', 'Foxes']);
    await repository.renameSearch(foxes?.id ?? 0, 'A fox');
    await repository.rewriteSearches([{ from: 'fox', to: 'red fox' }, { from: 'rating:5', to: 'red fox' }, { from: 'cat', to: 'dog' }]);
    expect((await repository.savedSearches()).map(({ query }) => query), 'a search is saved once').toEqual(['rating:5', 'red fox']);
    await repository.removeSearch(best?.id ?? 0);
    const names = async (): Promise<readonly string[]> => (await repository.savedSearches()).map(({ name }) => name);
    expect(await names()).toEqual(['A fox']);
    await repository.saveSearch('The best', 'rating:5', best?.savedAt ?? 0);
    expect(await names(), 'where it stood').toEqual(['The best', 'A fox']);
  });

  it('renames a tag, merges it into another, and deletes several, each undone in one step', async () => {
    const { marker, told } = rig();
    const counts = async (): Promise<Record<string, number>> => Object.fromEntries((await views.tags()).map(({ name, pictures: count }) => [name, count]));
    await marker.mark({ ...(await all()), ranges: [[0, 2_000]] }, { kind: 'tag', tag: 'cat' });
    await marker.mark({ ...(await all()), ranges: [[1_500, 2_500]] }, { kind: 'tag', tag: 'Kitten' });
    await marker.mark(ids(1), { kind: 'tag', tag: 'dog' });

    expect((await marker.retag(['cat'], 'Feline')).pictures).toBe(2_000);
    expect(await counts()).toEqual({ Feline: 2_000, Kitten: 1_000, dog: 1 });
    expect(told.at(-1)).toEqual({ ids: null, moved: false });
    expect((await marker.undo())?.count).toBe(2_000);
    expect(await counts()).toEqual({ cat: 2_000, Kitten: 1_000, dog: 1 });
    await marker.redo();
    await marker.retag(['feline'], 'FELINE');
    expect(await counts()).toEqual({ FELINE: 2_000, Kitten: 1_000, dog: 1 });
    await marker.undo();
    await marker.undo();

    expect((await marker.retag(['cat'], 'kitten')).pictures).toBe(2_000);
    expect(await counts()).toEqual({ Kitten: 2_500, dog: 1 });
    await marker.undo();
    expect(await counts()).toEqual({ cat: 2_000, Kitten: 1_000, dog: 1 });
    // Several become one that may be among them.
    expect((await marker.retag(['cat', 'Kitten', 'dog'], 'cat')).pictures).toBe(1_001);
    expect((await counts())['cat']).toBeGreaterThanOrEqual(2_500);
    expect(Object.keys(await counts())).toEqual(['cat']);
    await marker.undo();

    expect((await marker.retag(['cat', 'dog', 'no such tag'], null)).pictures).toBeGreaterThanOrEqual(2_000);
    expect(await counts()).toEqual({ Kitten: 1_000 });
    await marker.undo();
    expect(await counts()).toEqual({ cat: 2_000, Kitten: 1_000, dog: 1 });
    for (let step = 0; step < 3; step += 1) await marker.undo();
    expect(await counts()).toEqual({});
  }, 60_000);

  it('renames a tag even if the database thread died after it wrote the name, and never into the name of another', async () => {
    const { repository } = database;
    await repository.markImages(Int32Array.of(1, 2), { kind: 'tag', tag: 'cat' });
    await repository.markImages(Int32Array.of(2), { kind: 'tag', tag: 'dog' });
    expect([await repository.renameTag('cat', 'Dog'), await repository.renameTag('bird', 'owl')]).toEqual([false, false]);
    expect([await repository.renameTag('cat', 'owl'), await repository.renameTag('cat', 'owl')]).toEqual([true, true]);
    expect((await repository.imageMarks(2))?.tags).toEqual(['dog', 'owl']);
    await repository.markImages(Int32Array.of(1, 2), { kind: 'untag', tag: 'owl' });
    await repository.markImages(Int32Array.of(1, 2), { kind: 'untag', tag: 'dog' });
  });
});
