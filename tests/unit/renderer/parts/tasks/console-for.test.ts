import { expect, test } from 'vitest';
import { consoleFor } from '../../../../../renderer/parts/tasks/console-for.ts';
import { reportTask } from '../../../../../renderer/parts/tasks/task-report.ts';
import type { ConsoleName } from '../../../../../shared/account.ts';
import type { PollTrouble, TaskState } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { completed, keptImage, processing, said, sampleTask, withImages } from '../../sample-tasks.ts';

const refused = (httpStatus: number, code: string | null = null): TaskState => ({ status: 'rejected', said: { httpStatus, code, message: null } });
const keyRefused: PollTrouble = { kind: 'key-refused', said, retryAt: null };

const cases: readonly { readonly leadsTo: ConsoleName | null; readonly state: TaskState; readonly trouble?: PollTrouble }[] = [
  { leadsTo: 'billing', state: refused(402) },
  { leadsTo: 'billing', state: refused(200, 'insufficient_credits') },
  { leadsTo: 'key', state: refused(401) },
  { leadsTo: 'key', state: refused(403) },
  { leadsTo: null, state: refused(422) },
  { leadsTo: 'billing', state: { status: 'unknown', reason: 'connection-lost', said } },
  { leadsTo: 'billing', state: { status: 'missing', remoteId: 'r', said } },
  { leadsTo: 'billing', state: { status: 'failed', remoteId: 'r', said } },
  { leadsTo: 'billing', state: completed(0) },
  { leadsTo: 'billing', state: { status: 'paused', remoteId: 'r', by: 'user' } },
  { leadsTo: 'billing', state: { status: 'paused', remoteId: 'r', by: 'user' }, trouble: keyRefused },
  { leadsTo: 'key', state: { status: 'paused', remoteId: 'r', by: 'watch-limit' }, trouble: keyRefused },
  { leadsTo: 'key', state: { status: 'queued', waitingFor: 'key' } },
  { leadsTo: 'key', state: processing, trouble: keyRefused },
  { leadsTo: null, state: processing },
  { leadsTo: null, state: { status: 'queued', waitingFor: 'turn' } },
];

test.each(cases)('$state.status: $leadsTo', ({ leadsTo, state, trouble = null }) => {
  const entry = withImages(sampleTask(state, { trouble }));
  expect(consoleFor(entry)).toBe(leadsTo);
  // Every sentence that mentions the billing console has the link beside it.
  const words = reportTask(entry).sentences.map(({ key, values }) => wordsFor('en')(key, values)).join(' ');
  if (words.includes('billing console')) expect(consoleFor(entry)).toBe('billing');
});

test('leads nowhere once the pictures are kept', () => {
  const task = sampleTask(completed(1));
  expect(consoleFor(withImages(task, keptImage(1, task.id)))).toBeNull();
});
