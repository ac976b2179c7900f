import { expect, test } from 'vitest';
import { nextTry } from '../../../../../renderer/parts/tasks/task-message.tsx';
import { formatsFor } from '../../../../../shared/words/format.ts';
import type { PollTrouble, TaskState } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { processing, said, sampleTask } from '../../sample-tasks.ts';

const now = 1_700_000_000_000;
const words = (state: TaskState, trouble: PollTrouble | null = null): string | null => nextTry(sampleTask(state, { trouble }), now, wordsFor('en'), formatsFor('en'));
const trouble = (kind: PollTrouble['kind'], retryAt: number | null): PollTrouble => ({ kind, said, retryAt });

test('a task that could not be sent says when it is tried again', () => {
  expect(words({ status: 'queued', waitingFor: 'connection-refused', retryAt: now + 12_000 })).toBe('Tries again in 0:12');
  expect(words({ status: 'queued', waitingFor: 'connection-refused', retryAt: now - 5 })).toBe('Trying again…');
  expect(words({ status: 'queued', waitingFor: 'budget', retryAt: now + 3 * 86_400_000 })).toBe('The budget resets in 3 days');
  expect(words({ status: 'queued', waitingFor: 'turn' })).toBeNull();
  expect(words({ status: 'queued', waitingFor: 'held' })).toBeNull();
});

test('a task in progress says when it is checked again after a failed check', () => {
  expect(words(processing)).toBeNull();
  expect(words(processing, trouble('rate-limited', now + 61_000))).toBe('Checks again in 1:01');
  expect(words(processing, trouble('server-error', now))).toBe('Checking again…');
  expect(words(processing, trouble('key-refused', null))).toBe('Checks again once the key is replaced');
});

test('a task that has ended promises nothing', () => {
  expect(words({ status: 'missing', remoteId: 'r', said }, trouble('not-found', now + 3000))).toBeNull();
});
