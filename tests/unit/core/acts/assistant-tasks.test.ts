import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createAssistantTasks } from '../../../../electron/core/acts/assistant-tasks.ts';
import { noConsoles, noOptions, type Account } from '../../../../shared/account.ts';
import { assistantPrefix } from '../../../../shared/assistants.ts';
import { periodStart } from '../../../../shared/money/budget.ts';
import type { Task } from '../../../../shared/task.ts';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';
import { makeTask } from '../../database/samples.ts';

const noon = new Date(2026, 10, 28, 12).getTime();
const midnight = periodStart(noon, 'day');
const yesterday = midnight - 1;

/** Of an assistant, by default sent and completed, for one credit. */
const assistantTask = (changes: Partial<Task>): Task =>
  makeTask({
    id: `${assistantPrefix}${randomUUID().slice(8)}`,
    createdAt: yesterday,
    submittedAt: changes.createdAt ?? yesterday,
    estimate: '1',
    state: { status: 'completed', remoteId: randomUUID(), imageCount: 1 },
    ...changes,
  });

it.each<[string, Partial<Task>, string]>([
  ['a task of yesterday', {}, '0'],
  ['a task of the first millisecond of today', { createdAt: midnight }, '1'],
  ['a task of yesterday that was sent today', { submittedAt: midnight }, '1'],
  ['a task of yesterday that still waits in the queue', { submittedAt: null, state: { status: 'queued', waitingFor: 'turn' } }, '2'],
  ['a task of yesterday that is being sent', { submittedAt: yesterday, state: { status: 'submitting' } }, '1'],
  ['a task of yesterday that waits for the person', { submittedAt: null, state: { status: 'queued', waitingFor: 'held' } }, '0'],
  ['a task of tomorrow, by a clock that was wrong', { createdAt: midnight + 2 * 86_400_000 }, '1'],
])('counts as spent today: %s', async (_, changes, spent) => {
  const { repository, remove } = await openTestDatabase();
  onTestFinished(remove);
  await repository.insertTasks([assistantTask(changes)]);
  const account: Account = { ...testAccount, kind: 'service', key: { status: 'missing' }, removed: false, consoles: noConsoles, options: noOptions, sendingStopped: false };
  let now = noon;
  const tasks = createAssistantTasks({
    clock: { now: () => now },
    accounts: { list: () => Promise.resolve([account]) },
    prices: { list: () => [{ accountId: account.id, rows: [{ model: '*', size: '*', quality: '*', fields: {}, per: 'task', amount: '2', origin: 'person', at: 0 }] }] },
    engine: { submit: () => Promise.reject(new Error('nothing is sent here')) },
    repository,
    settings: () => ({ assistants: { accountId: account.id, perCall: '5', perDay: '5', asks: 'latent' }, askAbove: 4 }),
  });
  expect((await tasks.allowance()).spent).toBe(spent);
  // What is over by midnight is no longer counted after it; what may still be sent is.
  now = midnight + 3 * 86_400_000;
  const isOpen = changes.state !== undefined && spent !== '0';
  expect((await tasks.allowance()).spent).toBe(isOpen ? spent : '0');
});
