import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { libraryFileName, libraryFolders } from '../../../../electron/core/library/files/library-names.ts';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { noFacts, type ImageFile, type Task } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../samples.ts';

const at = (day: number, second: number): number => new Date(2026, 10, day, 14, 3, second).getTime();
const long = 'a lighthouse on a cliff above the sea in a storm, and nobodyknowswhatelse is there';

/** Pictures under the names that Latent gives them. `number`: of those with the same prompt at the same moment. */
const made: readonly { readonly createdAt: number; readonly prompt: string; readonly number: number }[] = [
  { createdAt: at(21, 22), prompt: 'a red fox in snow', number: 1 },
  { createdAt: at(21, 22), prompt: 'a red fox in snow', number: 2 },
  { createdAt: at(21, 59), prompt: 'a red fox in snow', number: 1 },
  { createdAt: at(20, 22), prompt: 'what? a "red" fox: in\nsnow', number: 1 },
  { createdAt: at(2, 1), prompt: long, number: 1 },
  { createdAt: at(3, 1), prompt: 'a portrait', number: 1 },
  { createdAt: at(3, 2), prompt: 'a portrait, oil', number: 1 },
  { createdAt: at(4, 2), prompt: '', number: 3 },
];
const pathOf = ({ createdAt, prompt, number }: (typeof made)[number]): string => [...libraryFolders(createdAt), libraryFileName({ createdAt, prompt, type: 'png' }, number)].join('/');
const nameOf = (index: number): string => pathOf(made[index] as (typeof made)[number]).slice('2026/2026-11/'.length);

/** A search also finds a task by the beginning of its id, so an id must not begin as one of the searches ends. */
const idOf = (number: number): string => `ffffffff-0000-4000-8000-${String(number).padStart(12, '0')}`;

let database: TestDatabase;
let views: LibraryViews;
beforeAll(async () => {
  database = await openTestDatabase();
  for (const [index, picture] of made.entries()) await keep(makeTask({ id: idOf(index), request: { model: 'm', prompt: picture.prompt, size: '', quality: '' }, createdAt: picture.createdAt, state: { status: 'completed', remoteId: `r${index}`, imageCount: 1 } }), pathOf(picture));
  await database.repository.moveFiles([{ id: 6, from: pathOf(made[5] as (typeof made)[number]), to: `cards/${'grandma Йода_card ÉTÉ.png'.normalize('NFD')}` }]);
  await database.repository.moveFiles([{ id: 7, from: pathOf(made[6] as (typeof made)[number]), to: '2026/2026-11/2026-11-03 14.03.02 uncle Bob.png' }]);
  await imported('holiday.jpg', '2026/2026-11/2026-11-21 14.03.22 holiday.png', at(21, 22));
  await imported('IMG_0042.jpg', 'by hand/IMG_0042.jpg', at(22, 1));
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  await views.close();
  await database.remove();
});

async function keep(task: Task, path: string): Promise<void> {
  const [image] = await database.repository.saveCompletion(task, makeSources(1), makeAnswer());
  await database.repository.saveImage(image?.id ?? 0, { status: 'kept', file: makeFile({ path }) });
}

async function imported(title: string, path: string, createdAt: number): Promise<void> {
  const file: ImageFile = makeFile({ path });
  const about = { importId: null, title, form: null, negativePrompt: null, seed: null, steps: null, sampler: null, cfgScale: null, software: null, rating: 0, tags: [] };
  const task = { ...makeTask({ id: idOf(createdAt % 1e9), createdAt, request: { model: '', prompt: '', size: '', quality: '' }, state: { status: 'completed', remoteId: '', imageCount: 1 }, facts: noFacts }), accountId: testAccount.id, imported: about };
  await database.repository.addPictures([{ task, file }]);
}

/** By their place among those that were made; the imported ones come after them. */
async function found(search: string, from: LibraryViews = views): Promise<readonly number[]> {
  const opened = await from.openGallery({ search });
  const facts = opened && (await from.ready(opened.token));
  const ids = facts && (await from.pictures({ token: opened.token, revision: 0 }, [0, facts.total]))?.ids;
  return [...(ids ?? [])].map((id) => id - 1).toSorted((a, b) => a - b);
}

describe('a name that a person gave', () => {
  it.each([
    ['grandma', [5]],
    ['grandma ', [5]],
    ['gra', [5]],
    ['*andm', [5]],
    ['*an', [4, 5]],
    ['Йода', [5]],
    ['йода_card', [5]],
    ['été ', [5]],
    ['ete.png ', [5]],
    ['grandma portrait ', [5]],
    ['-grandma portrait ', [6]],
    ['"uncle bob" ', [6]],
    ['uncle zebra', []],
    ['*rtrait', [5, 6]],
    ['IMG_0042', [9]],
  ])('is found by %j', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('is no longer found once the file has another name, or the picture is gone', async () => {
    const other = await openTestDatabase();
    const [image] = await other.repository.saveCompletion(makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 1 } }), makeSources(1), makeAnswer());
    const id = image?.id ?? 0;
    await other.repository.saveImage(id, { status: 'kept', file: makeFile({ path: 'first.png' }) });
    const reader = await openViews({ file: other.file, workerFile: databaseWorkerFile });
    onTestFinished(async () => {
      await reader.close();
      await other.remove();
    });
    expect(await found('first', reader)).toHaveLength(1);
    await other.repository.moveFiles([{ id, from: 'first.png', to: 'a/second.png' }]);
    expect([await found('first', reader), await found('second', reader)]).toEqual([[], [id - 1]]);
    await other.repository.saveImage(id, { status: 'expired' });
    expect(await found('second', reader)).toEqual([]);
    expect(await other.repository.integrity()).toEqual([]);
  });
});

describe('a name that Latent gave', () => {
  it.each([
    [nameOf(0), [0]],
    [nameOf(0).replace('.png', ''), [0, 1]],
    [nameOf(1), [1]],
    [nameOf(1).replace('.png', ''), [1]],
    [nameOf(3), [3]],
    [nameOf(3).replace('.png', ''), [3]],
    [nameOf(4), [4]],
    [`${nameOf(4).replace('.png', '')} `, [4]],
    [nameOf(7).replace('.png', ''), [7]],
    [`"${nameOf(0).replace('.png', '')}" `, [0, 1]],
    [`"${nameOf(0)}" `, [0]],
    ['2026-11-21 14.03.22 holiday.png', [8]],
    ['2026-11-21', [0, 1, 2, 8]],
    ['2026-11-21 fox ', [0, 1, 2]],
    ['2026-11-2', [0, 1, 2, 3, 8]],
    ['2026-11-21 14.03.5', [2]],
    ['2026-11-21 14.03.22 ', [0, 1, 8]],
    ['2026-11-21 14.03.22 owl', []],
    ['2026-11-25', []],
    ['14.03.59', [2]],
  ])('is found by %j', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('is not in the index of names, and neither is the title of an imported picture', () => {
    const db = new DatabaseSync(database.file, { readOnly: true });
    const names = db.prepare('SELECT name FROM picture_names ORDER BY image').all().map(({ name }) => name);
    db.close();
    expect(names).toEqual(['grandma Йода_card ÉTÉ.png', '2026-11-03 14.03.02 uncle Bob.png']);
  });
});
