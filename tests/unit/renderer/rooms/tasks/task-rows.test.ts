import { expect, test } from 'vitest';
import { recipeWords } from '../../../../../renderer/rooms/tasks/batch/batch-words.ts';
import { queueRows } from '../../../../../renderer/rooms/tasks/list/build-rows.ts';
import { selectableFrom, type TaskRow } from '../../../../../renderer/stores/tasks/listed-rows.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { processing } from '../../sample-tasks.ts';
import { sampleBatch, taskAt, tasksOf } from './sample-batches.ts';

const shown = (rows: readonly TaskRow[]): readonly string[] => rows.map((row) => (row.kind === 'task' ? String(row.entry.task.place) : row.key));

test('batches and single tasks stand in the order in which they are sent', () => {
  const tasks = tasksOf(taskAt(9), taskAt(1), taskAt(20, 'x'), taskAt(10, 'x'), taskAt(4, 'y'));
  const batches = [sampleBatch('x', {}, { place: 5 }), sampleBatch('y', {}, { place: 2 })];
  expect(shown(queueRows(tasks, batches, new Map()))).toEqual(['1', 'y', 'x', '9']);
  expect(shown(queueRows(tasks, batches, new Map([['x', true]])))).toEqual(['1', 'y', 'x', '10', '20', '9']);
});

test('of tasks without a batch, only those that wait or are being sent are in the queue', () => {
  const rows = queueRows(tasksOf(taskAt(1), taskAt(2, null, { status: 'submitting' }), taskAt(3, null, processing)), [], new Map());
  expect(shown(rows)).toEqual(['1', '2']);
});

test('the tasks of a batch that main has not reported yet are not shown as single ones', () => {
  expect(shown(queueRows(tasksOf(taskAt(1, 'new')), [], new Map()))).toEqual([]);
});

test('finished batches come last, newest first, and are not opened without tasks', () => {
  const done = (id: string, createdAt: number) => sampleBatch(id, { queued: 0, made: 3 }, { createdAt, place: 1 });
  const batches = [done('old', 1), done('new', 2), sampleBatch('running', { queued: 0, running: 1 }, { place: 8 })];
  expect(shown(queueRows(tasksOf(taskAt(7)), batches, new Map([['old', true], ['new', true]])))).toEqual(['7', 'running', 'ended', 'new', 'old']);
});

test('a key that leads to the heading leads past it', () => {
  const rows = queueRows(tasksOf(taskAt(7)), [sampleBatch('done', { queued: 0, made: 1 })], new Map());
  const from = (to: number, at: number) => selectableFrom((index) => rows[index] ?? null, rows.length, to, at);
  expect(shown(rows)).toEqual(['7', 'ended', 'done']);
  expect([from(1, 0), from(1, 2), from(99, 0), from(-9, 2)]).toEqual([2, 0, 2, 0]);
  // A heading at the top.
  const below = rows.slice(1);
  expect(selectableFrom((index) => below[index] ?? null, below.length, 0, 1)).toBe(1);
  expect(selectableFrom(() => null, 0, 0, -1)).toBeNull();
});

test('a full recipe may leave values out, so it says "at least"', () => {
  const models = (count: number) => recipeWords(wordsFor('en'), { from: 'list', models: Array.from({ length: count }, (_, at) => `model ${at}`) }, 500);
  expect([1, 2, 99, 100].map(models)).toEqual(['List', 'List · 2 models', 'List · 99 models', 'List · at least 100 models']);
});
