import { beforeEach, describe, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';
import { sampleBatch } from '../../rooms/tasks/sample-batches.ts';
import { processing, sampleTask, withImages } from '../../sample-tasks.ts';
import type { TaskRow } from '../../../../../renderer/stores/tasks/listed-rows.ts';

new FakeMain().install();
const { leadTo, selectedRows, selectedTasksIn, selectInList, selectNothing, showRows, useLiveLists } = await import('../../../../../renderer/stores/tasks/live-lists.ts');
const { openTasks } = await import('../../../../../renderer/stores/tasks-store.ts');

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => withImages({ ...sampleTask(processing), id }));
if (!a || !b || !c || !d) throw new Error('no samples');
const taskRow = (entry: typeof a): TaskRow => ({ kind: 'task', key: entry.task.id, entry, level: 2, batch: null });
const heading: TaskRow = { kind: 'heading', key: 'progress', of: 'progress', entries: [a, b, c, d], offers: true };
const group: TaskRow = { kind: 'group', key: 'progress both', section: 'progress', entries: [a, b], open: true };
const rows: readonly TaskRow[] = [heading, group, taskRow(a), taskRow(b), taskRow(c), taskRow(d)];

const list = () => useLiveLists.getState().progress;
const keys = () => selectedRows(list()).map(({ key }) => key);

beforeEach(() => {
  openTasks([a, b, c, d]);
  selectNothing('progress');
  showRows('progress', rows);
});

test('a click selects a row, Shift all up to it, Control one more or one less', () => {
  selectInList('progress', { kind: 'one', at: 2 });
  expect(keys()).toEqual(['a']);
  selectInList('progress', { kind: 'range', at: 4 });
  expect(keys()).toEqual(['a', 'b', 'c']);
  selectInList('progress', { kind: 'toggle', at: 3 });
  expect(keys()).toEqual(['a', 'c']);
  selectInList('progress', { kind: 'alone' });
  expect(keys()).toEqual(['b']);
});

test('a group stands for its tasks, each of which counts once, and a heading for none', () => {
  selectInList('progress', { kind: 'one', at: 1 });
  expect(selectedTasksIn(list())).toEqual([a, b]);
  selectInList('progress', { kind: 'all' });
  expect(keys()).not.toContain('progress');
  expect(selectedTasksIn(list())).toEqual([a, b, c, d]);
});

test('a batch is selected alone, because what can be done to several rows is done to tasks', () => {
  const batch = (id: string): TaskRow => ({ kind: 'batch', key: id, of: { batch: sampleBatch(id), tasks: [] }, open: false });
  showRows('progress', [batch('x'), taskRow(a), batch('y'), taskRow(b)]);
  selectInList('progress', { kind: 'one', at: 0 });
  selectInList('progress', { kind: 'all' });
  expect(keys()).toEqual(['a', 'b']);
  selectInList('progress', { kind: 'one', at: 0 });
  selectInList('progress', { kind: 'toggle', at: 2 });
  expect(keys()).toEqual(['y']);
  expect(list().marked.size).toBe(0);
});

describe('when rows change', () => {
  test('what is selected stays selected, wherever it is then', () => {
    selectInList('progress', { kind: 'one', at: 3 });
    selectInList('progress', { kind: 'toggle', at: 5 });
    showRows('progress', [taskRow(d), taskRow(c), taskRow(b)]);
    expect(keys()).toEqual(['d', 'b']);
    showRows('progress', [taskRow(c), taskRow(b)]);
    expect(keys()).toEqual(['b']);
  });

  test('the row that takes the place of a removed one is where keys go on, and is not selected', () => {
    selectInList('progress', { kind: 'one', at: 4 });
    showRows('progress', rows.filter(({ key }) => key !== 'c'));
    expect(keys()).toEqual([]);
    expect(list()).toMatchObject({ cursor: null, pivot: 'd' });
    selectInList('progress', { kind: 'one', at: 4 });
    showRows('progress', [heading, group, taskRow(a), taskRow(b)]);
    expect(list()).toMatchObject({ cursor: null, pivot: 'b' });
  });

  test('keys go on near a removed row, however many of its neighbours are removed after it', () => {
    selectInList('progress', { kind: 'one', at: 2 });
    for (const gone of [1, 2]) showRows('progress', rows.slice(2 + gone));
    expect(list()).toMatchObject({ cursor: null, pivot: 'c' });
  });

  test('a range goes on from the row next to its removed beginning, not from the first row', () => {
    selectInList('progress', { kind: 'one', at: 3 });
    selectInList('progress', { kind: 'range', at: 4 });
    showRows('progress', rows.filter(({ key }) => key !== 'b'));
    selectInList('progress', { kind: 'range', at: 4 });
    expect(keys()).toEqual(['c', 'd']);
  });

  test('a task that is gone is not acted on, although its row is still shown', () => {
    selectInList('progress', { kind: 'one', at: 1 });
    openTasks([b]);
    expect(selectedTasksIn(list())).toEqual([b]);
  });
});

test('keys go on from a row that the person is led to, without selecting it', () => {
  selectInList('progress', { kind: 'one', at: 2 });
  leadTo('progress', 'c');
  expect(keys()).toEqual([]);
  selectInList('progress', { kind: 'range', at: 5 });
  expect(keys()).toEqual(['d']);
});
