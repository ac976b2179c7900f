import { expect, test } from 'vitest';
import { recipeWords } from '../../../../../renderer/rooms/queue/list/batch-words.ts';
import { queueOf, rowFrom, rowsOf, type QueueRow } from '../../../../../renderer/rooms/queue/list/queue-rows.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { processing } from '../../sample-tasks.ts';
import { sampleBatch, taskAt } from './sample-batches.ts';

const shown = (rows: readonly QueueRow[]): readonly string[] => rows.map((row) => (row.kind === 'task' ? String(row.entry.task.place) : row.key));

test('batches and single tasks stand in the order in which they are sent', () => {
  const tasks = [taskAt(9), taskAt(1), taskAt(20, 'x'), taskAt(10, 'x'), taskAt(4, 'y')];
  const queue = queueOf(tasks, [sampleBatch('x', {}, { place: 5 }), sampleBatch('y', {}, { place: 2 })]);
  expect(shown(rowsOf(queue, new Set()))).toEqual(['1', 'y', 'x', '9']);
  expect(shown(rowsOf(queue, new Set(['x'])))).toEqual(['1', 'y', 'x', '10', '20', '9']);
});

test('of tasks without a batch, only those that wait or are being sent are in the queue', () => {
  const rows = rowsOf(queueOf([taskAt(1), taskAt(2, null, { status: 'submitting' }), taskAt(3, null, processing)], []), new Set());
  expect(shown(rows)).toEqual(['1', '2']);
});

test('the tasks of a batch that main has not reported yet are not shown as single ones', () => {
  expect(shown(rowsOf(queueOf([taskAt(1, 'new')], []), new Set()))).toEqual([]);
});

test('finished batches come last, newest first, and are not opened without tasks', () => {
  const done = (id: string, createdAt: number) => sampleBatch(id, { queued: 0, made: 3 }, { createdAt, place: 1 });
  const queue = queueOf([taskAt(7)], [done('old', 1), done('new', 2), sampleBatch('running', { queued: 0, running: 1 }, { place: 8 })]);
  expect(shown(rowsOf(queue, new Set(['old', 'new'])))).toEqual(['7', 'running', 'ended', 'new', 'old']);
});

test('a key that leads to the heading leads past it', () => {
  const rows = rowsOf(queueOf([taskAt(7)], [sampleBatch('done', { queued: 0, made: 1 })]), new Set());
  expect(shown(rows)).toEqual(['7', 'ended', 'done']);
  expect([rowFrom(rows, 1, 0), rowFrom(rows, 1, 2), rowFrom(rows, 99, 0), rowFrom(rows, -9, 2)]).toEqual([2, 0, 2, 0]);
  expect(rowFrom([], 0, -1)).toBeNull();
});

test('a full recipe may leave values out, so it says "at least"', () => {
  const models = (count: number) => recipeWords(wordsFor('en'), { from: 'list', models: Array.from({ length: count }, (_, at) => `model ${at}`) }, 500);
  expect([1, 2, 99, 100].map(models)).toEqual(['List', 'List · 2 models', 'List · 99 models', 'List · at least 100 models']);
});
