import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../../../../shared/result.ts';
import { change, countWhen, entryAt, lastToken, listeners, loadHistory, many, opened, openings, settled, skipTo, unknown, useHistoryMain, windows } from '../../history-main.ts';
import { completed, said, withImages } from '../../sample-tasks.ts';

useHistoryMain();

describe('opening', () => {
  test('subscribes and opens once, however often the history is visited', async () => {
    const { visitHistory, useHistory } = await loadHistory();
    visitHistory()();
    await openings[0]?.answer(opened(many(3)));
    visitHistory();
    await vi.advanceTimersByTimeAsync(5000);
    expect([listeners.length, openings.length]).toEqual([1, 1]);
    expect(useHistory.getState()).toMatchObject({ stale: false, shown: { total: 3, totalKnown: true } });
  });

  test('a change that comes while the view is opened is not lost under an older answer', async () => {
    const { visitHistory, useHistory, taskAt } = await loadHistory();
    visitHistory();
    const entry = entryAt(1);
    const newer = withImages({ ...entry.task, state: completed(1) });
    change(newer);
    await openings[0]?.answer(opened([entry]));
    expect(taskAt(useHistory.getState().shown.blocks, 0)).toBe(newer);
  });

  test('the total is shown as soon as it is known', async () => {
    const { visitHistory, useHistory } = await loadHistory();
    visitHistory();
    await openings[0]?.answer(opened(many(900), null));
    expect(useHistory.getState().shown).toMatchObject({ total: 900, totalKnown: true });
  });
});

describe('searching', () => {
  test('an invalid filter is ignored while it is typed, and searched for once the caret leaves it', async () => {
    const { visitHistory, setSearch } = await loadHistory();
    visitHistory();
    setSearch('before:20', 9);
    setSearch('before:20', 8);
    setSearch('before:20', null);
    setSearch('before:2020', 11);
    setSearch('before:2020', null);
    expect(openings.slice(1).map(({ input: { search, halfTyped } }) => [search, halfTyped])).toEqual([['before:20', true], ['before:20', undefined], ['before:2020', undefined]]);
  });

  test('starts at every letter and drops older answers', async () => {
    const { visitHistory, setSearch, useHistory, taskAt } = await loadHistory();
    visitHistory();
    setSearch('f');
    setSearch('fo');
    expect(openings.map(({ input }) => input.search)).toEqual(['', 'f', 'fo']);
    expect(useHistory.getState().stale).toBe(true);
    const fox = entryAt(3);
    await openings[2]?.answer(opened([fox]));
    await openings[1]?.answer(ok({ token: 99, first: many(2), total: 2, sequence: 1 }));
    await openings[0]?.answer(ok(null));
    expect(useHistory.getState()).toMatchObject({ stale: false, shown: { total: 1, query: { search: 'fo' } } });
    expect(taskAt(useHistory.getState().shown.blocks, 0)).toBe(fox);
  });

  test('starts at the top, and keeps the selected row selected at its new position', async () => {
    const { visitHistory, setSearch, choose, leftAt, useHistory } = await loadHistory();
    visitHistory();
    const all = many(300);
    await openings[0]?.answer(opened(all));
    choose(150, 'one');
    leftAt.contentTop = 5000;
    setSearch('x');
    await openings[1]?.answer(opened(all.slice(140)));
    expect(leftAt.contentTop).toBe(0);
    expect(useHistory.getState().cursor).toMatchObject({ index: 10, id: all[150]?.task.id });
    setSearch('xy');
    await openings[2]?.answer(opened(all.slice(200)));
    expect(useHistory.getState().cursor?.index).toBe(-1);
  });

  test('an error is shown, and another try clears it', async () => {
    const { visitHistory, reload, useHistory } = await loadHistory();
    visitHistory();
    await openings[0]?.answer({ ok: false, error: { code: 'database-failed' } });
    expect(useHistory.getState().error).toEqual({ code: 'database-failed' });
    reload();
    expect(useHistory.getState().error).toBeNull();
  });
});

describe('rows', () => {
  test('are read by position as they come into sight, each block once', async () => {
    const { visitHistory, want, useHistory, taskAt } = await loadHistory();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    want(0, 30);
    expect(windows).toEqual([]);
    want(520, 550);
    want(520, 551);
    await settled();
    expect(windows).toMatchObject([{ token: 1, range: [500, 600] }]);
    expect(taskAt(useHistory.getState().shown.blocks, 533)).toBe(all[533]);
  });

  test('are read for a row that keys moved to before it was loaded', async () => {
    const { visitHistory, want, choose, useHistory } = await loadHistory();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    choose(999, 'one');
    expect(useHistory.getState().cursor).toEqual({ index: 999, id: null, entry: null });
    want(980, 1000);
    await settled();
    expect(useHistory.getState().cursor).toEqual({ index: 999, id: all[999]?.task.id, entry: all[999] });
  });

  test('that main sends early are followed by the others', async () => {
    const { visitHistory, want, useHistory, taskAt } = await loadHistory();
    visitHistory();
    const all = many(250);
    const { promise, resolve } = Promise.withResolvers<void>();
    countWhen(promise);
    opened(all, null);
    await openings[0]?.answer(ok({ token: lastToken, first: all.slice(0, 3), total: null, sequence: 1 }));
    want(0, 3);
    await settled();
    expect([useHistory.getState().shown.total, windows]).toEqual([3, []]);
    expect(taskAt(useHistory.getState().shown.blocks, 2)).toBe(all[2]);
    resolve();
    await settled();
    want(0, 30);
    await settled();
    expect(taskAt(useHistory.getState().shown.blocks, 2)).toBe(all[2]);
    expect(taskAt(useHistory.getState().shown.blocks, 20)).toBe(all[20]);
    expect(windows).toHaveLength(1);
  });

  test('of a view that was replaced elsewhere are read by reopening it', async () => {
    const { visitHistory, want } = await loadHistory();
    visitHistory();
    await openings[0]?.answer(opened(many(1000)));
    skipTo(7);
    want(500, 530);
    await settled();
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(2);
  });
});

describe('new tasks', () => {
  test('are added at the top if the top is in sight', async () => {
    const { visitHistory, useHistory, taskAt } = await loadHistory();
    visitHistory();
    const all = many(300);
    await openings[0]?.answer(opened(all));
    const newest = entryAt(Date.now());
    change(newest);
    await vi.advanceTimersByTimeAsync(500);
    await openings[1]?.answer(opened([newest, ...all]));
    expect(useHistory.getState().stale).toBe(false);
    expect(taskAt(useHistory.getState().shown.blocks, 0)).toBe(newest);
    // Its further changes only change the row.
    change(withImages({ ...newest.task, state: completed(1) }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(2);
    expect(taskAt(useHistory.getState().shown.blocks, 0)?.task.state.status).toBe('completed');
  });

  test('do not move the rows in sight, which are there at once', async () => {
    const { visitHistory, want, leftAt, useHistory, taskAt } = await loadHistory();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    leftAt.contentTop = 500 * 40 + 13;
    want(492, 520);
    await settled();
    const newest = [entryAt(Date.now()), entryAt(Date.now())];
    change(...newest);
    await vi.advanceTimersByTimeAsync(500);
    await openings[1]?.answer(opened([...newest, ...all]));
    expect(leftAt.contentTop).toBe(502 * 40 + 13);
    expect(taskAt(useHistory.getState().shown.blocks, 502)).toBe(all[500]);
  });

  test('wait while several rows are selected, and while the history is not shown', async () => {
    const { visitHistory, choose, selectAll, selectNone, useHistory } = await loadHistory();
    const leave = visitHistory();
    const all = many(10);
    await openings[0]?.answer(opened(all));
    choose(2, 'one');
    selectAll();
    change(entryAt(Date.now()));
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(1);
    expect(useHistory.getState().marked).toEqual([[0, 10]]);
    leave();
    selectNone();
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(1);
    visitHistory();
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(2);
  });

  test('that a search by status excludes do not change it', async () => {
    const { visitHistory, setSearch } = await loadHistory();
    visitHistory();
    setSearch('status:failed ');
    await openings[1]?.answer(opened(many(3)));
    change(entryAt(Date.now()));
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(2);
    change(entryAt(5, { status: 'failed', remoteId: 'r', said }));
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(3);
  });

  test('a decision about an unknown outcome moves the row to its place', async () => {
    const { visitHistory } = await loadHistory();
    visitHistory();
    const undecided = entryAt(5, unknown);
    await openings[0]?.answer(opened([undecided, ...many(3)]));
    change(withImages({ ...undecided.task, dismissedAt: 9 }));
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(2);
  });
});

test('a column sorts most first where numbers are compared, else by the alphabet; a second click turns it round', async () => {
  const { sortedBy } = await loadHistory();
  const newest = { by: 'created', descending: true } as const;
  expect(sortedBy('prompt', newest)).toEqual({ by: 'prompt', descending: false });
  expect(sortedBy('took', newest)).toEqual({ by: 'took', descending: true });
  expect(sortedBy('created', newest)).toEqual({ by: 'created', descending: false });
  expect(sortedBy('prompt', { by: 'prompt', descending: false })).toEqual({ by: 'prompt', descending: true });
});
