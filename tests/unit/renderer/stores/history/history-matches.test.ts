import { describe, expect, test } from 'vitest';
import { isUndecided, looksAtState, mayMatch } from '../../../../../renderer/stores/history/history-matches.ts';
import { parseSearch } from '../../../../../shared/search/parse.ts';
import { completed, keptImage, processing, said, sampleTask, withImages } from '../../sample-tasks.ts';

const query = (search: string) => parseSearch(search, { year: 2026, month: 11, day: 21 });
const running = withImages(sampleTask(processing));
const done = sampleTask(completed(1));
const kept = withImages(done, keptImage(7, done.id));
const failed = withImages(sampleTask({ status: 'failed', remoteId: 'r', said }));

describe('whether a task may match', () => {
  test.each([
    ['', [true, true, true]],
    ['a fox', [true, true, true]],
    ['status:processing ', [true, false, false]],
    ['-status:processing ', [false, true, true]],
    ['is:failed ', [false, false, true]],
    ['is:running,failed fox', [true, false, true]],
    ['-is:kept ', [true, false, true]],
    ['is:favourite ', [true, true, true]],
    ['status:failed OR fox ', [true, true, true]],
    ['status:failed is:kept ', [false, false, false]],
  ])('%j', (search, expected) => {
    expect([running, kept, failed].map((entry) => mayMatch(query(search), entry))).toEqual(expected);
  });

  test('depends on its state if the search has a status', () => {
    expect(['fox status:failed ', 'is:kept ', 'fox model:flux '].map((search) => looksAtState(query(search)))).toEqual([true, true, false]);
  });

  test('is undecided for an unknown outcome until it is settled', () => {
    const unknown = sampleTask({ status: 'unknown', reason: 'connection-lost', said });
    expect([withImages(unknown), withImages({ ...unknown, dismissedAt: 5 }), failed].map(isUndecided)).toEqual([true, false, false]);
  });
});
