import { expect, test } from 'vitest';
import { consoleFor } from '../../../../renderer/features/tasks/console-for.ts';
import { reportTask } from '../../../../renderer/features/tasks/task-report.ts';
import type { PollTrouble, TaskState } from '../../../../shared/task.ts';
import { wordsFor } from '../../../../shared/words/index.ts';
import { completed, keptImage, processing, said, sampleTask, withImages } from '../sample-tasks.ts';

const refused = (httpStatus: number, code: string | null = null): TaskState => ({ status: 'rejected', said: { httpStatus, code, message: null } });
const keyRefused: PollTrouble = { kind: 'key-refused', said, retryAt: null };

test.each<readonly [string | null, TaskState, PollTrouble?]>([
  ['billing', refused(402)],
  ['billing', refused(200, 'insufficient_credits')],
  ['key', refused(401)],
  ['key', refused(403)],
  [null, refused(422)],
  ['billing', { status: 'unknown', reason: 'connection-lost', said }],
  ['billing', { status: 'missing', remoteId: 'r', said }],
  ['billing', { status: 'failed', remoteId: 'r', said }],
  ['billing', completed(0)],
  ['billing', { status: 'paused', remoteId: 'r', by: 'user' }],
  ['billing', { status: 'paused', remoteId: 'r', by: 'user' }, keyRefused],
  ['key', { status: 'paused', remoteId: 'r', by: 'watch-limit' }, keyRefused],
  ['key', { status: 'queued', waitingFor: 'key' }],
  ['key', processing, keyRefused],
  [null, processing],
  [null, { status: 'queued', waitingFor: 'turn' }],
])('leads to the %s console: %j', (expected, state, trouble = undefined) => {
  const entry = withImages(sampleTask(state, { trouble: trouble ?? null }));
  expect(consoleFor(entry)).toBe(expected);
  // Whatever sentence names the billing console has the link beside it.
  const words = reportTask(entry).sentences.map(({ key, values }) => wordsFor('en')(key, values)).join(' ');
  if (words.includes('billing console')) expect(consoleFor(entry)).toBe('billing');
});

test('leads nowhere once the pictures are here', () => {
  const task = sampleTask(completed(1));
  expect(consoleFor(withImages(task, keptImage(1, task.id)))).toBeNull();
});
