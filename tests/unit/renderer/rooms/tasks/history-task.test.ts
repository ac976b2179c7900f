import { describe, expect, test } from 'vitest';
import { actionsOf, firstPicture } from '../../../../../renderer/rooms/tasks/list/task-row-actions.ts';
import { shortId } from '../../../../../shared/words/format.ts';
import { groupsOf, splitSearch, toggledGroup, withGroups } from '../../../../../renderer/rooms/tasks/history/status-groups.ts';
import { statusGroups } from '../../../../../shared/search/statuses.ts';
import { durationOf, lifeOf } from '../../../../../renderer/rooms/tasks/panel/task-life.ts';
import { noteOf } from '../../../../../renderer/rooms/tasks/history/task-note.ts';
import type { TaskState } from '../../../../../shared/task.ts';
import { completed, keptImage, processing, said, sampleTask, waiting, withImages } from '../../sample-tasks.ts';

const states: Readonly<Record<string, TaskState>> = {
  queued: { status: 'queued', waitingFor: 'turn' },
  submitting: { status: 'submitting' },
  unknown: { status: 'unknown', reason: 'connection-lost', said },
  rejected: { status: 'rejected', said: { ...said, httpStatus: 402 } },
  withdrawn: { status: 'withdrawn' },
  processing,
  paused: { status: 'paused', remoteId: 'r', by: 'watch-limit' },
  missing: { status: 'missing', remoteId: 'r', said },
  completed: completed(1),
  failed: { status: 'failed', remoteId: 'r', said },
};

describe('what can be done', () => {
  test.each([
    ['queued', ['withdraw']],
    ['submitting', []],
    ['unknown', ['attach', 'send-again', 'settle', 'dismiss']],
    ['rejected', ['try-again', 'dismiss']],
    ['withdrawn', ['try-again']],
    ['processing', ['stop', 'ask']],
    ['paused', ['ask', 'stop']],
    ['missing', ['ask', 'settle', 'dismiss']],
    ['failed', ['try-again', 'edit', 'settle', 'dismiss', 'ask']],
  ])('about a task that is %s', (name, expected) => {
    const actions = actionsOf(withImages(sampleTask(states[name] ?? processing)));
    expect([...actions].sort()).toEqual([...expected].sort());
  });

  test('only the person’s own action ever sends a task again', () => {
    for (const name of ['queued', 'submitting', 'processing', 'paused', 'missing', 'completed']) {
      const actions = actionsOf(withImages(sampleTask(states[name] ?? processing)));
      expect(actions).not.toContain('send-again');
      expect(actions).not.toContain('try-again');
    }
  });

  test('a picture can be shown', () => {
    const task = sampleTask(completed(1));
    expect(firstPicture(withImages(task, keptImage(7, task.id)))).toBe(7);
  });

  test('a hidden tile cannot be hidden again', () => {
    expect(actionsOf(withImages(sampleTask(states['failed'] ?? processing, { dismissedAt: 5 })))).not.toContain('dismiss');
  });
});

describe('the steps of a task', () => {
  const times = { createdAt: 1000, submittedAt: 1100, acceptedAt: 1900 };
  const kinds = (state: TaskState, more = {}): readonly string[] => lifeOf(withImages(sampleTask(state, { ...times, ...more }))).map(({ step }) => step);

  test('go from the click to the library', () => {
    const task = sampleTask(completed(2), { ...times, polls: 3, lastPollAt: 9000, endedAt: 9050 });
    expect(lifeOf(withImages(task, keptImage(1, task.id), keptImage(2, task.id, 1)))).toEqual([
      { step: 'written', at: 1000 },
      { step: 'sent', at: 1100 },
      { step: 'accepted', at: 1900, remoteId: 'r' },
      { step: 'asked', at: 9000 },
      { step: 'ended.completed', at: 9050 },
      { step: 'saved', at: 1_700_000_000_000, count: 2 },
    ]);
  });

  test('of a task with an unknown outcome end with its sending', () => {
    expect(kinds(states['unknown'] ?? processing, { acceptedAt: null })).toEqual(['written', 'sent', 'now.unknown']);
  });

  test('of a cancelled task have no sending', () => {
    expect(kinds({ status: 'withdrawn' }, { submittedAt: null, acceptedAt: null, endedAt: 2000 })).toEqual(['written', 'ended.withdrawn']);
  });

  test('of an adopted task begin with its adoption', () => {
    expect(kinds(processing, { adopted: true, submittedAt: null })).toEqual(['adopted', 'now.processing']);
  });

  test('include the time at which it was hidden', () => {
    expect(kinds(states['failed'] ?? processing, { endedAt: 3000, dismissedAt: 4000 }).at(-1)).toBe('put-away');
  });
});

describe('how long it took', () => {
  test('is the time from the sending to the end', () => {
    expect(durationOf(withImages(sampleTask(completed(1), { createdAt: 0, submittedAt: 500, endedAt: 4500 })), 99_999)).toBe(4000);
  });

  test('grows while the task is in progress', () => {
    expect(durationOf(withImages(sampleTask(processing, { submittedAt: 500 })), 2500)).toBe(2000);
    expect(durationOf(withImages(sampleTask(processing, { submittedAt: 5000 })), 2500)).toBe(0);
  });

  test('is unknown if the task was never sent, or its outcome is unknown', () => {
    expect(durationOf(withImages(sampleTask({ status: 'queued', waitingFor: 'turn' })), 2500)).toBeNull();
    expect(durationOf(withImages(sampleTask(states['unknown'] ?? processing, { submittedAt: 500 })), 2500)).toBeNull();
  });
});

describe('the note', () => {
  test('is the message of the service, if there is one', () => {
    const failed: TaskState = { status: 'failed', remoteId: 'r', said: { httpStatus: 200, code: 'moderated', message: null } };
    expect(noteOf(withImages(sampleTask(failed)))).toEqual({ kind: 'said', text: 'moderated' });
  });

  test('of a task on hold is what the service said of the other one', () => {
    expect(noteOf(withImages(sampleTask({ status: 'queued', waitingFor: 'held', otherSaid: { ...said, message: 'No such size.' } })))).toEqual({ kind: 'said', text: 'No such size.' });
    expect(noteOf(withImages(sampleTask({ status: 'queued', waitingFor: 'held' })))).toBeNull();
  });

  test('is otherwise what Latent knows', () => {
    const trouble = { kind: 'no-answer', said, retryAt: null } as const;
    expect(noteOf(withImages(sampleTask(processing, { trouble })))).toEqual({ kind: 'words', key: 'tasks.trouble.no-answer' });
    expect(noteOf(withImages(sampleTask(states['unknown'] ?? processing)))).toEqual({ kind: 'words', key: 'tasks.unknown.connection-lost' });
    const cut: TaskState = { status: 'unknown', reason: 'connection-lost', said: { ...said, code: 'ECONNRESET' } };
    expect(noteOf(withImages(sampleTask(cut)))).toEqual({ kind: 'words', key: 'tasks.unknown.connection-lost' });
    expect(noteOf(withImages(sampleTask(states['rejected'] ?? processing)))).toMatchObject({ key: 'tasks.said-status', values: { status: '402' } });
  });

  test('gives the reason for a refused picture', () => {
    const task = sampleTask(completed(1));
    const image = { id: 1, taskId: task.id, index: 0, state: { status: 'refused', why: 'damaged', detail: '' } } as const;
    expect(noteOf(withImages(task, image))).toEqual({ kind: 'words', key: 'tasks.refused.damaged' });
    expect(noteOf(withImages(task, { ...image, state: waiting }))).toBeNull();
  });
});

describe('the filter', () => {
  test('switches groups on and off in the search; all groups are the same as none', () => {
    const done = toggledGroup('', 'done');
    expect(done).toBe('status:done ');
    const both = toggledGroup(done, 'failed');
    expect(both).toBe('status:done,failed ');
    expect(groupsOf(both)).toEqual(['done', 'failed']);
    expect(toggledGroup(both, 'done')).toBe('status:failed ');
    expect(toggledGroup(toggledGroup(both, 'done'), 'failed').trim()).toBe('');
    expect(statusGroups.reduce((search, group) => toggledGroup(search, group), '').trim()).toBe('');
  });

  test('keeps the rest of the search', () => {
    const search = toggledGroup('model:flux a red fox', 'done');
    expect(search).toBe('status:done model:flux a red fox');
    expect(withGroups(search, [])).toBe('model:flux a red fox');
    // The buttons do not change typed filters, unions or negations.
    expect(groupsOf('-status:completed ')).toEqual([]);
    expect(withGroups('-status:completed status:failed OR fox ', [])).toBe('-status:completed status:failed OR fox ');
    expect(groupsOf('status:processing ')).toEqual([]);
    expect(toggledGroup('OR fox', 'done')).toBe('status:done fox');
  });

  test('reads a search that names each state', () => {
    expect(groupsOf('status:queued,submitting,processing,paused fox')).toEqual(['waiting', 'in-progress']);
    expect(groupsOf('status:failed,rejected ')).toEqual(['failed', 'not-accepted']);
  });

  test.each([
    ['status:done otter', ['status:done ', 'otter']],
    ['status:done,no-picture ', ['status:done,no-picture ', '']],
    ['status:don', ['', 'status:don']],
    ['status:done', ['', 'status:done']],
    ['status:completed fox', ['', 'status:completed fox']],
    ['status:done OR fox', ['', 'status:done OR fox']],
    ['fox status:done ', ['', 'fox status:done ']],
  ])('of %j is read from its text', (search, parts) => {
    expect(splitSearch(search)).toEqual(parts);
  });
});

test('an id keeps its beginning and its end', () => {
  expect(shortId('task_01JX9Q3ZQF0000FAIL')).toBe('task_01J…00FAIL');
  expect(shortId('short')).toBe('short');
});
