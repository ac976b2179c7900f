import { describe, expect, test, vi } from 'vitest';
import type { TaskState } from '../../../../../shared/task.ts';
import { change, entryAt, loadHistory, locateWhen, locatings, many, nowMatch, opened, openings, settled, unknown, useHistoryMain } from '../../history-main.ts';
import { FakeMain } from '../../fake-main.ts';
import { said, sampleTask, withImages } from '../../sample-tasks.ts';

const states: readonly TaskState[] = [
  { status: 'queued', waitingFor: 'turn' },
  { status: 'failed', remoteId: 'r', said },
  { status: 'missing', remoteId: 'r', said },
];

test('a selection too large to read offers only actions for tasks in the strip', async () => {
  new FakeMain().install();
  const { mostRead, offersToSelected } = await import('../../../../../renderer/rooms/tasks/history/selected-entries.ts');
  const entries = states.map((state) => withImages(sampleTask(state)));
  const offered = (selected: number): readonly [string, number][] => offersToSelected(entries, selected).map((offer) => [offer.action, offer.entries.length]);
  expect(offered(mostRead)).toEqual([['withdraw', 1], ['ask', 2], ['try-again', 1], ['settle', 2], ['dismiss', 2], ['copy-id', 3]]);
  expect(offered(mostRead + 1)).toEqual([['withdraw', 1], ['dismiss', 2]]);
  expect(offered(Infinity)).toEqual([['withdraw', 1], ['dismiss', 2]]);
});

describe('tasks that are selected but not loaded', () => {
  useHistoryMain();

  test('count while rows come and they are read again, and no longer once something else is selected', async () => {
    const { visitHistory, choose, useHistory } = await loadHistory();
    const { currentOffers, readSelection } = await import('../../../../../renderer/rooms/tasks/history/selected-entries.ts');
    visitHistory();
    const all = many(600);
    await openings[0]?.answer(opened(all));
    choose(0, 'one');
    choose(499, 'range');
    readSelection(useHistory.getState().marked);
    await settled();
    expect(currentOffers().entries).toHaveLength(500);
    const newest = entryAt(Date.now());
    nowMatch([newest, ...all]);
    change(newest);
    await vi.advanceTimersByTimeAsync(1000);
    await settled();
    expect(useHistory.getState().marked).toEqual([[1, 501]]);
    expect(currentOffers().entries).toHaveLength(500);
    choose(300, 'range');
    expect(currentOffers().entries).toEqual([]);
  });

  test('are found in one call however many are selected, also while rows come all the time', async () => {
    const { visitHistory, choose, useHistory } = await loadHistory();
    const { currentOffers, readSelection } = await import('../../../../../renderer/rooms/tasks/history/selected-entries.ts');
    const { useTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
    visitHistory();
    const all = many(2600);
    await openings[0]?.answer(opened(all));
    useTasks.setState({ tasks: new Map(all.slice(100, 700).map((entry) => [entry.task.id, entry])) });
    choose(0, 'one');
    choose(2500, 'range');
    const answer = Promise.withResolvers<void>();
    locateWhen(answer.promise);
    let end = readSelection(useHistory.getState().marked);
    // Before main has answered, the selection moves several times.
    for (let moved = 0; moved < 3; moved += 1) {
      end();
      useHistory.setState(({ marked }) => ({ marked: marked.map(([first, until]) => [first, until] as const) }));
      end = readSelection(useHistory.getState().marked);
    }
    answer.resolve();
    await settled();
    expect(currentOffers().entries).toHaveLength(600);
    // Once for the selection, and once because it has moved meanwhile.
    expect(locatings).toBe(2);
  });

  test('are as they are now, also if they changed while they were read and nobody followed them', async () => {
    const { visitHistory, choose, useHistory } = await loadHistory();
    const { currentOffers, readSelection } = await import('../../../../../renderer/rooms/tasks/history/selected-entries.ts');
    const { useTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
    visitHistory();
    const all = many(2600);
    await openings[0]?.answer(opened(all));
    const [first, second] = all;
    if (!first || !second) throw new Error('no tasks');
    useTasks.setState({ tasks: new Map([first, second].map((entry) => [entry.task.id, entry])) });
    choose(0, 'one');
    choose(2500, 'range');
    const answer = Promise.withResolvers<void>();
    locateWhen(answer.promise);
    readSelection(useHistory.getState().marked)();
    change(withImages({ ...first.task, state: unknown }));
    answer.resolve();
    await settled();
    expect(currentOffers().entries.map(({ task }) => task.state.status)).toEqual(['unknown', 'processing']);
  });
});
