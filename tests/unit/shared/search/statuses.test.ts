import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../../../shared/search/parse.ts';
import { isOfStatus, statusGroupOf, statusGroups, statusWords } from '../../../../shared/search/statuses.ts';
import type { ImageState, TaskState } from '../../../../shared/task.ts';
import { completed, keptImage, processing, said, sampleTask, waiting } from '../../renderer/sample-tasks.ts';

const entry = (state: TaskState, ...images: ImageState[]) => {
  const task = sampleTask(state);
  return { task, images: images.map((image, index) => ({ id: index + 1, taskId: task.id, index, state: image })) };
};
const kept = keptImage(1, 'x').state;
const wordsOf = (typed: string): readonly unknown[] => parseSearch(`status:${typed} `, { year: 2026, month: 11, day: 22 }).clauses.flatMap(({ anyOf }) => anyOf.flatMap((part) => (part.kind === 'filter' && part.key === 'status' ? part.values : [])));

describe('the group of a task', () => {
  test.each([
    [entry({ status: 'queued', waitingFor: 'turn' }), 'waiting'],
    [entry({ status: 'submitting' }), 'in-progress'],
    [entry(processing), 'in-progress'],
    [entry({ status: 'paused', remoteId: 'r', by: 'user' }), 'in-progress'],
    [entry(completed(2), waiting, waiting), 'in-progress'],
    [entry(completed(2), kept, waiting), 'done'],
    [entry(completed(2), kept, { status: 'expired' }), 'done'],
    [entry(completed(1), { status: 'removed', at: 1 }), 'done'],
    [entry(completed(0)), 'no-picture'],
    [entry(completed(1), { status: 'expired' }), 'no-picture'],
    [entry(completed(1), { status: 'refused', why: 'damaged', detail: '' }), 'no-picture'],
    [entry({ status: 'failed', remoteId: 'r', said }), 'failed'],
    [entry({ status: 'rejected', said }), 'not-accepted'],
    [entry({ status: 'unknown', reason: 'connection-lost', said }), 'unknown'],
    [entry({ status: 'missing', remoteId: 'r', said }), 'lost'],
    [entry({ status: 'withdrawn' }), 'cancelled'],
  ])('%#: %s', (task, group) => {
    expect(statusGroupOf(task)).toBe(group);
    expect(statusGroups.filter((word) => isOfStatus(task, word))).toEqual([group]);
  });
});

describe('a status', () => {
  test.each(statusWords)('%s is understood', (word) => {
    expect(wordsOf(word)).toEqual([word]);
  });

  test.each([
    ['problems', ['problem']],
    ['damaged', ['no-picture']],
    ['outcome-unknown', ['unknown']],
    ['queued', ['waiting']],
    ['submitting', ['submitting']],
    ['sending', ['submitting']],
    ['processing', ['processing']],
    ['developing', ['processing']],
    ['paused', ['paused']],
    ['stopped', ['paused']],
    ['completed', ['completed']],
    ['rejected', ['not-accepted']],
    ['refused', ['not-accepted']],
    ['missing', ['lost']],
    ['withdrawn', ['cancelled']],
    ['Cancelled', ['cancelled']],
    ['generating', ['in-progress']],
    ['in', ['in-progress']],
  ])('is understood in its earlier form: %s', (typed, words) => {
    expect(wordsOf(typed)).toEqual(words);
  });

  test('"completed" is any finished task, with a picture or without', () => {
    expect([entry(completed(1), kept), entry(completed(0)), entry(processing)].map((task) => isOfStatus(task, 'completed'))).toEqual([true, true, false]);
  });
});
