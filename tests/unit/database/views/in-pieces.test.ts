import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** Texts and folders as a Mac gives them, with letters and their marks apart (NFD), and such with capitals that SQLite cannot fold. */

const apart = (text: string): string => text.normalize('NFD');
const pictures = [
  { prompt: apart('ガラスの城'), folder: '2025' },
  { prompt: 'ガラスの靴', folder: '2025' },
  { prompt: 'カラスの森', folder: '2025' },
  { prompt: apart('한국의 산'), folder: '2025' },
  { prompt: apart('синий чайник'), folder: 'Фото/Лето' },
  { prompt: 'синий снег', folder: apart('Фото/Лето') },
  { prompt: 'синии снега', folder: 'Фотограф' },
  { prompt: apart('Café crème'), folder: 'Écran' },
  { prompt: 'tea', folder: apart('Übungen') },
  { prompt: 'tea', folder: 'Uebungen' },
];

let database: TestDatabase;
let views: LibraryViews;
beforeAll(async () => {
  database = await openTestDatabase();
  for (const [at, { prompt, folder }] of pictures.entries()) {
    const task = makeTask({ request: { model: 'm', prompt, size: '', quality: '' }, createdAt: start + at, state: { status: 'completed', remoteId: `r${at}`, imageCount: 1 } });
    const [image] = await database.repository.saveCompletion(task, makeSources(1), makeAnswer());
    await database.repository.saveImage(image?.id ?? 0, { status: 'kept', file: makeFile({ path: `${folder}/${at}.png`, savedAt: start + at }) });
  }
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  await views.close();
  await database.remove();
});

async function found(search: string): Promise<readonly number[]> {
  const opened = await views.openGallery({ search });
  const facts = opened && (await views.ready(opened.token));
  const ids = facts && (await views.pictures({ token: opened.token, revision: 0 }, [0, facts.total]))?.ids;
  return [...(ids ?? [])].map((id) => id - 1).toSorted((a, b) => a - b);
}

it.each([
  ['ガラス', [0, 1]],
  ['ガ', [0, 1]],
  ['ガラスの城', [0]],
  ['한국의', [3]],
  ['한', [3]],
  ['하', []],
  ['синий ', [4, 5]],
  ['чайник ', [4]],
  ['чай', [4]],
  ['*айни', [4]],
  ['*иний', [4, 5]],
  ['"синий чайник" ', [4]],
  ['creme ', [7]],
  ['*afé', [7]],
])('%s is found in either form of a prompt, also when it is typed in pieces', async (search, expected) => {
  expect(await found(search)).toEqual(expected);
  expect(await found(apart(search))).toEqual(expected);
});

it.each([
  ['in:Фото ', [4, 5]],
  ['in:ФОТО/лето ', [4, 5]],
  ['in:лето ', [4, 5]],
  ['in:фот ', []],
  ['in:Écran ', [7]],
  ['in:ecran ', [7]],
  ['in:Übungen ', [8]],
  ['in:uebungen ', [9]],
])('%s finds the folder in either form and case', async (search, expected) => {
  expect(await found(search)).toEqual(expected);
  expect(await found(apart(search))).toEqual(expected);
});
