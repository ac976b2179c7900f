import { beforeEach, expect, test } from 'vitest';
import type { Task } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { FakeMain } from '../../fake-main.ts';
import { completed, keptImage, sampleTask, withImages } from '../../sample-tasks.ts';

/** A search with ids is shown with the names of what they mean. */

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
});

const say = wordsFor('en');
const batches = [{ id: '22222222-2222-4222-8222-222222222222', name: 'Boats at dusk' }];
const withPrompt = (prompt: string): Task => sampleTask(completed(2), { request: { model: 'm', prompt, size: '1x1', quality: 'low' } });

/** What a search is shown as, once main has answered. */
async function shownAs(search: string): Promise<string> {
  const { searchInWords } = await import('../../../../../renderer/parts/search/chip-words.ts');
  const { readSubject, subjectNames, useSubjects } = await import('../../../../../renderer/stores/library/subjects.ts');
  await Promise.all(subjectNames(search).map(readSubject));
  return searchInWords(say, { subjects: useSubjects.getState(), batches }, search);
}

test('a picture is named by the beginning of its prompt, on one line, or by its file', async () => {
  const [short, long, none] = [withPrompt(' a boat\n at  dusk '), withPrompt('a boat '.repeat(50)), withPrompt('')];
  main.details = [short, long, none].map((task) => withImages(task, keptImage(7, task.id), keptImage(8, task.id, 1)));
  expect(await shownAs(`like:${short.id}/1`)).toBe('Similar to: a boat at dusk');
  expect(await shownAs(`like:${long.id}/0`)).toMatch(/^Similar to: (a boat ){8}a bo…$/);
  expect(await shownAs(`like:${none.id}/1`)).toBe('Similar to: 8.png');
  // Its number in this database.
  main.descriptions = [{ image: keptImage(7, short.id), task: short }];
  expect(await shownAs('like:7')).toBe('Similar to: a boat at dusk');
});

test('only the filters with ids are put into words', async () => {
  const task = withPrompt('a boat');
  main.details = [withImages(task, keptImage(7, task.id))];
  expect(await shownAs(`sea rating:>=4 like:${task.id}/0 -batch:"${batches[0]?.id}" tag:x`)).toBe('sea rating:>=4 Similar to: a boat Batch: not Boats at dusk tag:x');
  expect(await shownAs('batch:Boats id:abc sea')).toBe('batch:Boats id:abc sea');
});

test('a batch that the window does not know, or that has no name, is not shown by its id', async () => {
  const old = '33333333-3333-4333-8333-333333333333';
  expect(await shownAs(`sea batch:"${old}" `)).toBe('sea Batch: one batch ');
  expect(await shownAs(`batch:${old},Boats`)).toBe('Batch: one batch or Boats');
});

test('a picture that is not found has no name, is asked for again, and its id is not shown', async () => {
  const task = withPrompt('a boat');
  expect(await shownAs(`like:${task.id}/0`)).toBe('Similar to: one picture');
  main.details = [withImages(task, keptImage(7, task.id))];
  expect(await shownAs(`like:${task.id}/1`)).toBe('Similar to: one picture');
  expect(await shownAs(`like:${task.id}/0`)).toBe('Similar to: a boat');
  await shownAs(`like:${task.id}/0`);
  expect(main.calls.filter(([name]) => name === 'tasksDetail')).toHaveLength(3);
});
