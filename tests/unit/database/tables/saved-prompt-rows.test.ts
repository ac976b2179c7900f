import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { savedPromptLimits } from '../../../../shared/input-limits.ts';
import { longestPrompt } from '../../../../shared/request/request-checks.ts';
import type { SavedPrompt } from '../../../../shared/prompts/saved-prompt.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

let database: TestDatabase;
let views: LibraryViews;
beforeAll(async () => {
  database = await openTestDatabase();
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});
beforeEach(async () => database.repository.removePrompts((await views.savedPrompts()).map(({ id }) => id)));
afterAll(async () => {
  await views.close();
  await database.remove();
});

const fox: SavedPrompt = {
  id: 7_000_000_000_001,
  folder: 'Animals',
  title: 'Fox',
  prompt: 'a {red|grey} fox',
  choices: { model: 'm', size: '64x64', quality: 'low', also: { model: ['n'], size: [], quality: [] }, fields: { seed: 1 } },
  snippet: 'fox',
  imageId: null,
  savedAt: start,
};
const settings: SavedPrompt = { ...fox, id: 8, title: 'Both models', prompt: '', choices: { model: 'm', size: '', quality: '', also: { model: ['n'], size: [], quality: [] }, count: 3 }, snippet: null };
const light: SavedPrompt = { ...fox, id: 2, folder: '', title: 'light', prompt: 'golden hour', choices: null, snippet: null };

const titles = async (): Promise<readonly string[]> => (await views.savedPrompts()).map(({ title }) => title);

it('come back whole after a reopening, by folder and title', async () => {
  const { repository } = database;
  expect(await repository.putPrompts([fox, light, settings, { ...light, id: 9, folder: 'animals', title: 'ant' }])).toBe('saved');
  expect(await titles()).toEqual(['light', 'ant', 'Both models', 'Fox']);
  database = await database.reopen();
  const saved = await views.savedPrompts();
  expect(saved.find(({ id }) => id === fox.id)).toEqual(fox);
  expect(saved.find(({ id }) => id === light.id)).toEqual(light);
  expect(saved.find(({ id }) => id === settings.id)).toEqual(settings);
});

it('a put with a known id changes that prompt, and removal and put under the same id undo each other', async () => {
  const { repository } = database;
  await repository.putPrompts([fox, light]);
  await repository.putPrompts([{ ...fox, title: 'Vixen', folder: '' }]);
  expect(await titles()).toEqual(['light', 'Vixen']);
  await repository.removePrompts([fox.id, 99]);
  expect(await titles()).toEqual(['light']);
  await repository.putPrompts([fox]);
  expect(await views.savedPrompts()).toEqual([light, fox]);
});

it('a snippet word stands once: a prompt that takes one changes nothing, but two may exchange theirs', async () => {
  const { repository } = database;
  await repository.putPrompts([fox, { ...light, snippet: 'gold' }]);
  expect(await repository.putPrompts([{ ...light, title: 'changed', snippet: 'fox' }])).toBe('snippet-taken');
  expect(await repository.putPrompts([{ ...light, id: 3, snippet: 'new' }, { ...light, id: 4, snippet: 'new' }])).toBe('snippet-taken');
  expect(await views.savedPrompts()).toEqual([{ ...light, snippet: 'gold' }, fox]);
  expect(await repository.putPrompts([{ ...fox, snippet: 'gold' }, { ...light, snippet: 'fox' }])).toBe('saved');
  expect((await views.savedPrompts()).map(({ snippet }) => snippet)).toEqual(['fox', 'gold']);
});

it('more than fit are refused together, and those that are there can still be changed', async () => {
  const { repository } = database;
  const many = Array.from({ length: savedPromptLimits.prompts - 1 }, (_, at) => ({ ...light, id: at + 10 }));
  expect(await repository.putPrompts(many)).toBe('saved');
  expect(await repository.putPrompts([fox, light])).toBe('too-many-prompts');
  expect(await views.savedPrompts()).toHaveLength(many.length);
  expect(await repository.putPrompts([fox])).toBe('saved');
  expect(await repository.putPrompts([{ ...fox, title: 'Vixen' }])).toBe('saved');
});

it('a preview is a kept picture; one that is removed, or that is none, leaves no preview', async () => {
  const { repository } = database;
  const task = makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 2 } });
  await repository.insertTasks([task]);
  const [kept, waiting] = await repository.saveCompletion(task, makeSources(2), makeAnswer());
  if (!kept || !waiting) throw new Error('no images');
  await repository.saveImage(kept.id, { status: 'kept', file: makeFile({ path: 'a.png' }) });
  await repository.putPrompts([{ ...fox, imageId: kept.id }, { ...light, imageId: waiting.id }, { ...light, id: 3, imageId: 9_999 }]);
  const previews = async (): Promise<readonly (number | null)[]> => (await views.savedPrompts()).map(({ imageId }) => imageId);
  expect(await previews()).toEqual([null, null, kept.id]);
  const db = openConnection(database.file);
  db.prepare('UPDATE images SET trashed_at = ? WHERE id = ?').run(start, kept.id);
  expect(await previews()).toEqual([null, null, kept.id]);
  await repository.removeImages([kept.id], start);
  expect(await previews()).toEqual([null, null, null]);
  // As after a rebuild, in which ids may be of other pictures.
  db.prepare('DELETE FROM images WHERE id = ?').run(kept.id);
  db.close();
  expect(await previews()).toEqual([null, null, null]);
});

it('one that cannot be read is left out', async () => {
  const { repository } = database;
  await repository.putPrompts([fox, light]);
  const db = openConnection(database.file);
  db.exec(`UPDATE saved_prompts SET choices = '{"model": 1}' WHERE id = ${fox.id}`);
  db.close();
  expect(await titles()).toEqual(['light']);
});

it('two thousand of the longest are read off the thread that commits, and others are answered meanwhile', async () => {
  const { repository } = database;
  await repository.removePrompts([fox.id, light.id]);
  const long = Array.from({ length: savedPromptLimits.prompts }, (_, at) => ({ ...fox, id: at + 1, title: `${at}`, snippet: null, prompt: `${at} `.padEnd(longestPrompt, 'snow and a fox ') }));
  expect(await repository.putPrompts(long)).toBe('saved');
  expect(repository).not.toHaveProperty('savedPrompts');
  const answers: string[] = [];
  const read = views.savedPrompts().then((prompts) => answers.push(`${prompts.length} prompts`));
  await views.inTrash().then(() => answers.push('a count'));
  await read;
  expect(answers).toEqual(['a count', '2000 prompts']);
});
