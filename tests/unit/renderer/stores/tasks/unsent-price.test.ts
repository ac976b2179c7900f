import { expect, test } from 'vitest';
import { waitingTasks } from '../../../../../renderer/stores/tasks/unsent-price.ts';
import type { TaskState, TaskWithImages } from '../../../../../shared/task.ts';
import { processing, sampleTask, withImages } from '../../sample-tasks.ts';

const queued: TaskState = { status: 'queued', waitingFor: 'turn' };
const at = (id: string, state: TaskState, accountId = 'a'): TaskWithImages => withImages(sampleTask(state, { id, accountId }));
const tasks = (...all: readonly TaskWithImages[]) => new Map(all.map((entry) => [entry.task.id, entry]));
const ids = (all: readonly TaskWithImages[]) => all.map(({ task }) => task.id);

test('the waiting tasks of an account are those that were not sent', () => {
  const now = tasks(at('1', queued), at('2', processing), at('3', queued, 'other'));
  expect(ids(waitingTasks('a', now, now))).toEqual(['1']);
});

test('a task that was sent after the sums were read still counts, so that no more is left than there is', () => {
  const before = tasks(at('1', queued), at('2', queued));
  expect(ids(waitingTasks('a', tasks(at('1', processing), at('2', queued), at('3', queued)), before))).toEqual(['2', '3', '1']);
  expect(ids(waitingTasks('a', tasks(), before))).toEqual(['1', '2']);
});
