import { describe, expect, test } from 'vitest';
import { sectionRows, stripRows } from '../../../../../renderer/rooms/tasks/list/build-rows.ts';
import { bySection, isOpen, taskGroupsOf, urgencyOf, type BySection } from '../../../../../renderer/rooms/tasks/list/sections.ts';
import type { TaskState, TaskWithImages } from '../../../../../shared/task.ts';
import { sectionNames, tasksOfRow } from '../../../../../renderer/stores/tasks/listed-rows.ts';
import { completed, processing, said, sampleTask, waiting, withImages } from '../../sample-tasks.ts';

const asked = { createdAt: 5, request: { model: 'm', prompt: 'a red fox', size: '1024x1024', quality: 'low' } };
const refused = (message: string): TaskState => ({ status: 'rejected', said: { httpStatus: 422, code: null, message } });
const queued = (waitingFor: 'turn' | 'key' | 'held'): TaskState => ({ status: 'queued', waitingFor });
const tasks = (...entries: readonly TaskWithImages[]) => bySection(new Map(entries.map((entry) => [entry.task.id, entry])));
const times = (count: number, state: TaskState, more = {}) => Array.from({ length: count }, () => withImages(sampleTask(state, more)));

test('counts what is in progress, waiting and wrong', () => {
  const all = tasks(
    ...times(2, processing),
    withImages(sampleTask({ status: 'paused', remoteId: 'r', by: 'watch-limit' })),
    withImages(sampleTask({ status: 'paused', remoteId: 'r', by: 'user' })),
    withImages(sampleTask({ status: 'submitting' })),
    withImages(sampleTask(queued('turn'))),
    withImages(sampleTask(queued('key'))),
    withImages(sampleTask(queued('held'))),
    withImages(sampleTask(refused('no'))),
    withImages(sampleTask(completed(0))),
    withImages(sampleTask(completed(1)), { id: 1, taskId: 'x', index: 0, state: waiting }),
  );
  expect([all.problems.length, all.waiting.length, all.progress.length]).toEqual([2, 3, 6]);
});

test('urgent are unknown outcomes first, then what needs the person', () => {
  const unknown = withImages(sampleTask({ status: 'unknown', reason: 'connection-lost', said }));
  const refusal = withImages(sampleTask(refused('no')));
  expect([urgencyOf('problems', [refusal]), urgencyOf('problems', [refusal, unknown])]).toEqual(['caution', 'bad']);
  const [turn, held] = [withImages(sampleTask(queued('turn'))), withImages(sampleTask(queued('held')))];
  expect([urgencyOf('waiting', [turn]), urgencyOf('waiting', [turn, held])]).toEqual([null, 'caution']);
  expect(urgencyOf('progress', [withImages(sampleTask(processing))])).toBeNull();
});

/** The sections that have anything in them. */
const sectionsOf = (found: BySection) => sectionNames.filter((name) => found[name].length > 0).map((name) => ({ name, groups: taskGroupsOf(name, found[name]) }));
/** How many tasks each row stands for. */
const rowsOf = (found: BySection, opened: ReadonlyMap<string, boolean>) => sectionNames.flatMap((name) => sectionRows(name, found, opened).map((row) => tasksOfRow(row).length));

describe('groups', () => {
  test('contain problems of one kind and one account', () => {
    const other = sampleTask(refused('size'), { createdAt: 1, accountId: '22222222-2222-4222-8222-222222222222' });
    const [section] = sectionsOf(tasks(...times(16, refused('size')), ...times(2, refused('prompt')), withImages(other)));
    expect(section?.groups.map(({ entries }) => entries.length)).toEqual([2, 16, 1]);
  });

  test('begin with what may cost money', () => {
    const unknown = withImages(sampleTask({ status: 'unknown', reason: 'connection-lost', said }, { createdAt: 1 }));
    const [section] = sectionsOf(tasks(unknown, ...times(3, refused('size'))));
    expect(section?.groups[0]?.entries).toEqual([unknown]);
  });

  test('contain tasks in progress that were sent together, the latest last', () => {
    const later = times(2, processing, { ...asked, createdAt: 9 });
    const [section] = sectionsOf(tasks(...later, ...times(12, processing, asked)));
    expect(section?.groups.map(({ entries }) => entries.length)).toEqual([12, 2]);
  });

  test('separate tasks that are no longer checked from the others', () => {
    const stopped = times(2, { status: 'paused', remoteId: 'r', by: 'user' }, asked);
    const [section] = sectionsOf(tasks(...times(3, processing, asked), ...stopped));
    expect(section?.groups.map(({ entries }) => entries.length)).toEqual([3, 2]);
  });

  test('are open at first if they are small, and a group of one is shown as its task', () => {
    const found = tasks(...times(4, processing, asked), ...times(5, processing, { ...asked, createdAt: 6 }), ...times(1, processing));
    const [four, five] = taskGroupsOf('progress', found.progress);
    expect([four, five].map((group) => group && isOpen(group, new Map()))).toEqual([true, false]);
    expect(rowsOf(found, new Map())).toEqual([4, 1, 1, 1, 1, 5, 1]);
    expect(rowsOf(found, new Map([[four?.key ?? '', false]]))).toEqual([4, 5, 1]);
  });
});

test('a batch is one group of what waits and one of what is in progress, whatever its prompts are', () => {
  const all = Array.from({ length: 300 }, (_, at) => withImages(sampleTask(at < 3 ? processing : queued('turn'), { batchId: 'b', createdAt: 5 })));
  const other = withImages(sampleTask(queued('turn'), { batchId: 'c', createdAt: 5 }));
  const found = tasks(...all, other);
  const sections = sectionsOf(found);
  expect(sections.map(({ name, groups }) => [name, groups.map(({ entries }) => entries.length)])).toEqual([
    ['waiting', [297, 1]],
    ['progress', [3]],
  ]);
  expect(rowsOf(found, new Map()).length).toBe(1 + 1 + 4);
  // What can be done to all tasks of a section is offered once.
  expect(stripRows(found, new Map()).flatMap((row) => (row.kind === 'heading' ? [[row.key, row.offers]] : []))).toEqual([['waiting', true], ['progress', false]]);
  expect(stripRows(found, new Map()).map(({ kind }) => kind)).toEqual(['heading', 'group', 'task', 'heading', 'group', 'task', 'task', 'task']);
});
