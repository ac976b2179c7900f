import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../../../../shared/result.ts';
import { advances, change, countWhen, entryAt, lastToken, listeners, loadHistory, many, nowMatch, opened, openings, settled, skipTo, unknown, useHistoryMain, whileComparing, windows } from '../../history-main.ts';
import { completed, withImages } from '../../sample-tasks.ts';

useHistoryMain();

describe('opening', () => {
  test('subscribes and opens once, however often the history is visited', async () => {
    const { visitHistory, useHistory } = await loadHistory();
    visitHistory()();
    await openings[0]?.answer(opened(many(3)));
    visitHistory();
    await vi.advanceTimersByTimeAsync(5000);
    expect([listeners.length, openings.length]).toEqual([1, 1]);
    expect(useHistory.getState()).toMatchObject({ stale: false, shown: { length: 3, counted: true } });
  });

  test('a change that comes while the view is opened is not lost under an older answer', async () => {
    const { visitHistory, useHistory, rowAt } = await loadHistory();
    visitHistory();
    const entry = entryAt(1);
    const newer = withImages({ ...entry.task, state: completed(1) });
    change(newer);
    await openings[0]?.answer(opened([entry]));
    expect(rowAt(useHistory.getState().shown.blocks, 0)).toBe(newer);
  });

  test('the total is shown as soon as it is known', async () => {
    const { visitHistory, useHistory } = await loadHistory();
    visitHistory();
    await openings[0]?.answer(opened(many(900), null));
    expect(useHistory.getState().shown).toMatchObject({ length: 900, counted: true });
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
    const { visitHistory, setSearch, useHistory, rowAt } = await loadHistory();
    visitHistory();
    setSearch('f');
    setSearch('fo');
    expect(openings.map(({ input }) => input.search)).toEqual(['', 'f', 'fo']);
    expect(useHistory.getState().stale).toBe(true);
    const fox = entryAt(3);
    await openings[2]?.answer(opened([fox]));
    await openings[1]?.answer(ok({ token: 99, first: many(2), total: 2, sequence: 1 }));
    await openings[0]?.answer(ok(null));
    expect(useHistory.getState()).toMatchObject({ stale: false, shown: { length: 1, query: { search: 'fo' } } });
    expect(rowAt(useHistory.getState().shown.blocks, 0)).toBe(fox);
  });

  test('keeps the selected row selected at its new position', async () => {
    const { visitHistory, setSearch, choose, useHistory } = await loadHistory();
    visitHistory();
    const all = many(300);
    await openings[0]?.answer(opened(all));
    choose(150, 'one');
    setSearch('x');
    await openings[1]?.answer(opened(all.slice(140)));
    expect(useHistory.getState().cursor).toMatchObject({ index: 10, id: all[150]?.task.id });
    setSearch('xy');
    await openings[2]?.answer(opened(all.slice(200)));
    expect(useHistory.getState().cursor?.index).toBe(-1);
  });

  test('an error is shown, and another try clears it', async () => {
    const { visitHistory, openHistory, useHistory } = await loadHistory();
    visitHistory();
    await openings[0]?.answer({ ok: false, error: { code: 'database-failed' } });
    expect(useHistory.getState().error).toEqual({ code: 'database-failed' });
    void openHistory();
    expect(useHistory.getState().error).toBeNull();
  });
});

describe('rows', () => {
  test('are read by position as they come into sight, each block once', async () => {
    const { visitHistory, want, useHistory, rowAt } = await loadHistory();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    want(0, 30);
    expect(windows).toEqual([]);
    want(520, 550);
    want(520, 551);
    await settled();
    expect(windows).toMatchObject([{ token: 1, range: [500, 600] }]);
    expect(rowAt(useHistory.getState().shown.blocks, 533)).toBe(all[533]);
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
    const { visitHistory, want, useHistory, rowAt } = await loadHistory();
    visitHistory();
    const all = many(250);
    const { promise, resolve } = Promise.withResolvers<void>();
    countWhen(promise);
    opened(all, null);
    await openings[0]?.answer(ok({ token: lastToken, first: all.slice(0, 3), total: null, sequence: 1 }));
    want(0, 3);
    await settled();
    expect([useHistory.getState().shown.length, windows]).toEqual([3, []]);
    expect(rowAt(useHistory.getState().shown.blocks, 2)).toBe(all[2]);
    resolve();
    await settled();
    want(0, 30);
    await settled();
    expect(rowAt(useHistory.getState().shown.blocks, 2)).toBe(all[2]);
    expect(rowAt(useHistory.getState().shown.blocks, 20)).toBe(all[20]);
    expect(windows).toHaveLength(1);
  });

  test('of a view that another is replacing do not open a third', async () => {
    const { visitHistory, want, setSearch } = await loadHistory();
    visitHistory();
    await openings[0]?.answer(opened(many(1000)));
    setSearch('fox');
    skipTo(7);
    want(500, 530);
    await settled();
    expect(openings).toHaveLength(2);
  });

  test('of a view that is gone are read after it is opened again', async () => {
    const { visitHistory, want } = await loadHistory();
    visitHistory();
    await openings[0]?.answer(opened(many(1000)));
    skipTo(7);
    want(500, 530);
    await settled();
    expect(openings).toHaveLength(2);
  });
});

describe('changes', () => {
  /** Lets the window follow. */
  const follow = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1000);
    await settled();
  };

  test('add new tasks at the top if the top is in sight, and then only change their rows', async () => {
    const { visitHistory, want, useHistory, rowAt } = await loadHistory();
    visitHistory();
    const all = many(300);
    await openings[0]?.answer(opened(all));
    want(0, 20);
    const newest = entryAt(Date.now());
    nowMatch([newest, ...all]);
    change(newest);
    await follow();
    expect(useHistory.getState().stale).toBe(false);
    expect(rowAt(useHistory.getState().shown.blocks, 0)).toBe(newest);
    change(withImages({ ...newest.task, state: completed(1) }));
    await follow();
    expect([advances, openings.length]).toEqual([1, 1]);
    expect(rowAt(useHistory.getState().shown.blocks, 0)?.task.state.status).toBe('completed');
  });

  test('leave no row in sight empty', async () => {
    const { visitHistory, want, useHistory, rowAt } = await loadHistory();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    want(492, 520);
    await settled();
    const newest = [entryAt(Date.now()), entryAt(Date.now())];
    nowMatch([...newest, ...all]);
    const seen: unknown[] = [];
    useHistory.subscribe(({ shown }) => shown.revision > 0 && seen.push(rowAt(shown.blocks, 502) === all[500]));
    change(...newest);
    await follow();
    expect(seen[0]).toBe(true);
  });

  test('move the selected rows with their tasks, and the row that keys act on to where its task is now', async () => {
    const { visitHistory, choose, useHistory } = await loadHistory();
    visitHistory();
    const all = many(10);
    await openings[0]?.answer(opened(all));
    choose(2, 'one');
    choose(4, 'range');
    const newest = entryAt(Date.now());
    nowMatch([newest, ...all]);
    change(newest);
    await follow();
    expect(useHistory.getState()).toMatchObject({ marked: [[3, 6]], pivot: 3, cursor: { index: 5, id: all[4]?.task.id } });
    choose(5, 'one');
    const elsewhere = [newest, ...all.filter((_, at) => at !== 4)];
    nowMatch(all[4] ? [all[4], ...elsewhere] : elsewhere);
    change(entryAt(1));
    await follow();
    expect(useHistory.getState().cursor).toMatchObject({ index: 0, id: all[4]?.task.id });
    nowMatch(elsewhere);
    change(entryAt(1));
    await follow();
    expect(useHistory.getState().cursor).toMatchObject({ index: -1, id: all[4]?.task.id });
  });

  test('leave the row that keys act on where its task is, also if another was selected while main compared', async () => {
    const { visitHistory, choose, useHistory } = await loadHistory();
    visitHistory();
    const all = many(10);
    await openings[0]?.answer(opened(all));
    choose(2, 'one');
    nowMatch(all.filter((_, at) => at !== 6));
    whileComparing(() => choose(6, 'one'));
    change(entryAt(1));
    await follow();
    expect(useHistory.getState().cursor).toMatchObject({ index: -1, id: all[6]?.task.id });
  });

  test('wait while the history is not shown', async () => {
    const { visitHistory } = await loadHistory();
    const leave = visitHistory();
    await openings[0]?.answer(opened(many(10)));
    leave();
    change(entryAt(Date.now()));
    await follow();
    expect(advances).toBe(0);
    visitHistory();
    await follow();
    expect([advances, openings.length]).toEqual([1, 1]);
  });

  test('of a row that is loaded only change the row, except for a decision about an unknown outcome', async () => {
    const { visitHistory, useHistory, rowAt } = await loadHistory();
    visitHistory();
    const undecided = entryAt(5, unknown);
    const others = many(3);
    await openings[0]?.answer(opened([undecided, ...others]));
    const [first] = others;
    if (first) change(withImages({ ...first.task, state: completed(1) }));
    await follow();
    expect(advances).toBe(0);
    const decided = withImages({ ...undecided.task, dismissedAt: 9 });
    nowMatch([...others, decided]);
    change(decided);
    await follow();
    expect(advances).toBe(1);
    expect(rowAt(useHistory.getState().shown.blocks, 0)?.task.id).toBe(first?.task.id);
  });
});
