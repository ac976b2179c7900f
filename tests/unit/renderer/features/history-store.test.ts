import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeBatch, Outputs } from '../../../../shared/ipc/api.ts';
import { inputSchemas, type Input } from '../../../../shared/ipc/schemas.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { TaskState, TaskWithImages } from '../../../../shared/task.ts';
import { rangesInput } from '../../../../renderer/stores/ranges.ts';
import { completed, processing, said, sampleTask, withImages } from '../sample-tasks.ts';

type Opened = Outputs['library:open-history'];

/** Main with one view at a time; openings are answered by hand, all else at once from `rows`. */
let openings: { readonly input: Input<'library:open-history'>; readonly answer: (result: Result<Opened>) => Promise<void> }[];
let rows: readonly TaskWithImages[];
let windows: Input<'library:tasks'>[];
let listeners: ((batch: ChangeBatch) => void)[];
let lastToken: number;
/** Main tells how many rows a view has when this has resolved. */
let counting: Promise<unknown>;
/** A view that proves to begin otherwise than it was told of. */
let doubted: number | null;

const turn = () => new Promise((resolve) => setImmediate(resolve));
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await turn();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [openings, rows, windows, listeners, lastToken] = [[], [], [], [], 0];
  [counting, doubted] = [Promise.resolve(), null];
  vi.resetModules();
  vi.stubGlobal('window', {
    api: {
      libraryOpenHistory: (input: Input<'library:open-history'>) =>
        new Promise((resolve) =>
          openings.push({
            input,
            answer: async (result) => {
              resolve(result);
              await settled();
            },
          }),
        ),
      libraryReady: async ({ token }: Input<'library:ready'>) => {
        await counting;
        return ok(token === doubted ? null : { total: rows.length, months: new Int32Array(), starts: new Int32Array() });
      },
      libraryTasks: (input: Input<'library:tasks'>) => {
        windows.push(input);
        return Promise.resolve(ok(input.token === lastToken ? rows.slice(...input.range) : null));
      },
      libraryLocateTask: ({ taskId }: Input<'library:locate-task'>) => Promise.resolve(ok(rows.findIndex(({ task }) => task.id === taskId))),
      appRemember: () => Promise.resolve(ok()),
      onChanges: (listener: (batch: ChangeBatch) => void) => listeners.push(listener),
    },
  });
  return () => vi.useRealTimers();
});

const load = async () => ({ ...(await import('../../../../renderer/features/history/history-store.ts')), ...(await import('../../../../renderer/features/history/history-view.ts')), ...(await import('../../../../renderer/features/history/task-blocks.ts')) });
const entryAt = (createdAt: number, state: TaskState = processing): TaskWithImages => withImages(sampleTask(state, { createdAt }));
const unknown: TaskState = { status: 'unknown', reason: 'connection-lost', said };

/** What main answers when the rows are these now. */
function opened(now: readonly TaskWithImages[], total: number | null = now.length): Result<Opened> {
  rows = now;
  lastToken += 1;
  return ok({ token: lastToken, first: now.slice(0, 200), total, sequence: 1 });
}
const many = (count: number): readonly TaskWithImages[] => Array.from({ length: count }, (_, at) => entryAt(count - at));

function change(...tasks: readonly TaskWithImages[]): void {
  for (const listener of listeners) listener({ sequence: 1, changes: tasks.map((task) => ({ kind: 'task', task })) });
}

describe('opening', () => {
  test('subscribes and opens once, however often the history is visited', async () => {
    const { visitHistory, useHistory } = await load();
    visitHistory()();
    await openings[0]?.answer(opened(many(3)));
    visitHistory();
    await vi.advanceTimersByTimeAsync(5000);
    expect([listeners.length, openings.length]).toEqual([1, 1]);
    expect(useHistory.getState()).toMatchObject({ stale: false, shown: { total: 3, totalKnown: true } });
  });

  test('a change that comes while the view is opened is not lost under an older answer', async () => {
    const { visitHistory, useHistory, taskAt } = await load();
    visitHistory();
    const entry = entryAt(1);
    const newer = withImages({ ...entry.task, state: completed(1) });
    change(newer);
    await openings[0]?.answer(opened([entry]));
    expect(taskAt(useHistory.getState().shown.blocks, 0)).toBe(newer);
  });

  test('how many there are is told as soon as it is known', async () => {
    const { visitHistory, useHistory } = await load();
    visitHistory();
    await openings[0]?.answer(opened(many(900), null));
    expect(useHistory.getState().shown).toMatchObject({ total: 900, totalKnown: true });
  });
});

describe('searching', () => {
  test('a filter that is not understood is left out while it is typed, and asked for when the caret leaves it', async () => {
    const { visitHistory, setSearch } = await load();
    visitHistory();
    setSearch('before:20', 9);
    setSearch('before:20', 8);
    setSearch('before:20', null);
    setSearch('before:2020', 11);
    setSearch('before:2020', null);
    expect(openings.slice(1).map(({ input: { search, halfTyped } }) => [search, halfTyped])).toEqual([['before:20', true], ['before:20', undefined], ['before:2020', undefined]]);
  });

  test('asks at every letter and drops the answers of older ones', async () => {
    const { visitHistory, setSearch, useHistory, taskAt } = await load();
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

  test('begins at the top, and keeps the selected row selected where it stands now', async () => {
    const { visitHistory, setSearch, choose, leftAt, useHistory } = await load();
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
    const { visitHistory, reload, useHistory } = await load();
    visitHistory();
    await openings[0]?.answer({ ok: false, error: { code: 'database-failed' } });
    expect(useHistory.getState().error).toEqual({ code: 'database-failed' });
    reload();
    expect(useHistory.getState().error).toBeNull();
  });
});

describe('rows', () => {
  test('are read by position as they come into sight, each block once', async () => {
    const { visitHistory, want, useHistory, taskAt } = await load();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    want(0, 30);
    expect(windows).toEqual([]);
    want(520, 550);
    want(520, 551);
    await settled();
    expect(windows).toEqual([{ token: 1, range: [500, 600] }]);
    expect(taskAt(useHistory.getState().shown.blocks, 533)).toBe(all[533]);
  });

  test('of a row that keys went to before it was here become known', async () => {
    const { visitHistory, want, choose, useHistory } = await load();
    visitHistory();
    const all = many(1000);
    await openings[0]?.answer(opened(all));
    choose(999, 'one');
    expect(useHistory.getState().cursor).toEqual({ index: 999, id: null, entry: null });
    want(980, 1000);
    await settled();
    expect(useHistory.getState().cursor).toEqual({ index: 999, id: all[999]?.task.id, entry: all[999] });
  });

  test('of which main told a few before it had gone through all are followed by the others', async () => {
    const { visitHistory, want, useHistory, taskAt } = await load();
    visitHistory();
    const all = many(250);
    const { promise, resolve } = Promise.withResolvers<void>();
    counting = promise;
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

  test('of a view that somebody else replaced are had by opening it again', async () => {
    const { visitHistory, want } = await load();
    visitHistory();
    await openings[0]?.answer(opened(many(1000)));
    lastToken = 7;
    want(500, 530);
    await settled();
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(2);
  });
});

describe('new tasks', () => {
  test('come in on top when one is at the top', async () => {
    const { visitHistory, useHistory, taskAt } = await load();
    visitHistory();
    const all = many(300);
    await openings[0]?.answer(opened(all));
    const newest = entryAt(Date.now());
    change(newest);
    await vi.advanceTimersByTimeAsync(500);
    await openings[1]?.answer(opened([newest, ...all]));
    expect(useHistory.getState().stale).toBe(false);
    expect(taskAt(useHistory.getState().shown.blocks, 0)).toBe(newest);
    // Its further changes are changes of a row.
    change(withImages({ ...newest.task, state: completed(1) }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(2);
    expect(taskAt(useHistory.getState().shown.blocks, 0)?.task.state.status).toBe('completed');
  });

  test('leave what is read in its place, with its rows here at once', async () => {
    const { visitHistory, want, leftAt, useHistory, taskAt } = await load();
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

  test('wait while several rows are selected, and while the history is not looked at', async () => {
    const { visitHistory, choose, selectAll, selectNone, useHistory } = await load();
    const leave = visitHistory();
    const all = many(10);
    await openings[0]?.answer(opened(all));
    choose(2, 'one');
    selectAll();
    change(entryAt(Date.now()));
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(1);
    expect(useHistory.getState().selected).toEqual([[0, 10]]);
    leave();
    selectNone();
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(1);
    visitHistory();
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(2);
  });

  test('that a search by state rules out do not disturb it', async () => {
    const { visitHistory, setSearch } = await load();
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

  test('a decision about an unknown outcome sets the row in its place', async () => {
    const { visitHistory } = await load();
    visitHistory();
    const undecided = entryAt(5, unknown);
    await openings[0]?.answer(opened([undecided, ...many(3)]));
    change(withImages({ ...undecided.task, dismissedAt: 9 }));
    await vi.advanceTimersByTimeAsync(500);
    expect(openings).toHaveLength(2);
  });
});

describe('selecting', () => {
  test('goes by click, Shift and Ctrl, and over all of it without reading a row', async () => {
    const { visitHistory, choose, selectAll, isSelected, useHistory, taskAt } = await load();
    visitHistory();
    await openings[0]?.answer(opened(many(1000)));
    const isOn = (index: number): boolean => isSelected(useHistory.getState(), index, taskAt(useHistory.getState().shown.blocks, index));
    choose(4, 'one');
    expect([3, 4, 5].map(isOn)).toEqual([false, true, false]);
    choose(8, 'range');
    expect(useHistory.getState().selected).toEqual([[4, 9]]);
    choose(2, 'range');
    expect(useHistory.getState().selected).toEqual([[2, 5]]);
    choose(700, 'toggle');
    choose(3, 'toggle');
    expect(useHistory.getState().selected).toEqual([
      [2, 3],
      [4, 5],
      [700, 701],
    ]);
    expect([isOn(700), isOn(3)]).toEqual([true, false]);
    selectAll();
    expect(useHistory.getState().selected).toEqual([[0, 1000]]);
    expect(windows).toEqual([]);
    choose(5, 'one');
    expect(useHistory.getState().selected).toEqual([]);
  });
});

describe('selecting while main still counts what matches', () => {
  async function searched() {
    const loaded = await load();
    loaded.visitHistory();
    const { promise, resolve } = Promise.withResolvers<void>();
    counting = promise;
    await openings[0]?.answer(opened(many(900), null));
    expect(loaded.useHistory.getState().shown).toMatchObject({ total: 200, totalKnown: false });
    loaded.choose(3, 'one');
    const count = async (): Promise<void> => {
      resolve();
      await settled();
    };
    return { ...loaded, count };
  }

  test('everything is all that match, of which main is told the end when it is known', async () => {
    const { selectAll, useHistory, count } = await searched();
    selectAll();
    const { selected } = useHistory.getState();
    expect(selected).toEqual([[0, Infinity]]);
    expect(inputSchemas['ledger:export'].parse({ format: 'csv', of: { token: 1, ranges: rangesInput(selected) } }).of?.ranges[0]?.[1]).toBeGreaterThan(900);
    await count();
    expect(useHistory.getState().selected).toEqual([[0, 900]]);
  });

  test('everything without one row is all but that, and nothing of another search', async () => {
    const { selectAll, choose, setSearch, useHistory, count } = await searched();
    selectAll();
    choose(5, 'toggle');
    await count();
    expect(useHistory.getState().selected).toEqual([[0, 5], [6, 900]]);
    counting = new Promise(() => undefined);
    setSearch('f');
    await openings[1]?.answer(opened(many(900), null));
    selectAll();
    setSearch('fo');
    await openings[2]?.answer(opened(many(900), null));
    expect(useHistory.getState().selected).toEqual([]);
  });

  test('End is gone to when it is known, with Shift all up to it are selected at once', async () => {
    const { awaitLast, useHistory, count } = await searched();
    awaitLast('range');
    expect(useHistory.getState()).toMatchObject({ selected: [[3, Infinity]], cursor: { index: 3 } });
    awaitLast('one');
    expect(useHistory.getState()).toMatchObject({ selected: [], cursor: { index: 3 } });
    awaitLast('range');
    await count();
    expect(useHistory.getState()).toMatchObject({ selected: [[3, 900]], cursor: { index: 899 }, awaitsLast: null });
  });

  test.each([
    ['another key', ({ choose }) => choose(4, 'one')],
    ['everything', ({ selectAll }) => selectAll()],
    ['Escape', ({ selectNone }) => selectNone()],
    ['another search', ({ setSearch }) => setSearch('f')],
  ] satisfies [string, (loaded: Awaited<ReturnType<typeof searched>>) => void][])('End is forgotten for %s', async (_what, act) => {
    const loaded = await searched();
    loaded.awaitLast('one');
    act(loaded);
    const before = loaded.useHistory.getState().cursor?.index;
    await openings[1]?.answer(opened(rows, null));
    await loaded.count();
    expect(loaded.useHistory.getState().cursor?.index).toBe(before);
  });

  test.each([
    ['everything', ({ selectAll }) => selectAll(), { selected: [[0, 900]], cursor: { index: 3 } }],
    ['End', ({ awaitLast }) => awaitLast('one'), { selected: [], cursor: { index: 899 } }],
    ['all up to the end', ({ awaitLast }) => awaitLast('range'), { selected: [[3, 900]], cursor: { index: 899 } }],
  ] satisfies [string, (loaded: Awaited<ReturnType<typeof searched>>) => void, object][])('%s is so too where the view proves to begin otherwise', async (_what, act, expected) => {
    const loaded = await searched();
    act(loaded);
    doubted = 1;
    await loaded.count();
    expect(openings).toHaveLength(2);
    await openings[1]?.answer(opened(rows));
    expect(loaded.useHistory.getState()).toMatchObject({ shown: { token: 2, total: 900 }, awaitsLast: null, ...expected });
  });

  test.each([
    ['everything', ({ selectAll }) => selectAll(), { selected: [[0, 900]] }],
    ['all up to the end', ({ awaitLast }) => awaitLast('range'), { selected: [[6, 900]], cursor: { index: 899 } }],
  ] satisfies [string, (loaded: Awaited<ReturnType<typeof searched>>) => void, object][])('%s is so where the view proved to begin otherwise while a few were selected', async (_what, act, expected) => {
    const loaded = await searched();
    loaded.choose(6, 'toggle');
    doubted = 1;
    await loaded.count();
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(1);
    act(loaded);
    await openings[1]?.answer(opened(rows));
    await vi.advanceTimersByTimeAsync(5000);
    expect(openings).toHaveLength(2);
    expect(loaded.useHistory.getState()).toMatchObject({ shown: { token: 2, total: 900 }, awaitsLast: null, ...expected });
  });
});
