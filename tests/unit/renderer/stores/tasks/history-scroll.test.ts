import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Input } from '../../../../../shared/ipc/schemas.ts';
import type { ChangeBatch } from '../../../../../shared/ipc/api.ts';
import { ok } from '../../../../../shared/result.ts';
import type { TaskWithImages } from '../../../../../shared/task.ts';
import { firstView, type HistoryMemory, type ViewMemory } from '../../../../../shared/windows/view-memory.ts';
import { completed, sampleTask, withImages } from '../../sample-tasks.ts';

const animals = ['fox', 'heron', 'otter', 'badger'];
const rowHeight = 40;

/** Every task, the newest first. */
let all: readonly TaskWithImages[];
/** Main with one view at a time. It can find a task once `built` resolves. */
let view: { readonly token: number; readonly rows: readonly TaskWithImages[] };
let built: Promise<void>;
/** How many of the next views are replaced by others before they are answered. */
let replaced: number;
let kept: ViewMemory[];
let listeners: ((batch: ChangeBatch) => void)[];
let located: string[];
let read: number;

const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

function rowsOf({ search, sort }: Input<'library:open-history'>): readonly TaskWithImages[] {
  const found = all.filter(({ task }) => task.request.prompt.startsWith(search.trim()));
  const ordered = sort.by === 'prompt' ? found.toSorted((a, b) => a.task.request.prompt.localeCompare(b.task.request.prompt)) : found;
  return sort.descending === (sort.by === 'created') ? ordered : ordered.toReversed();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
  all = Array.from({ length: 4000 }, (_, at) => withImages(sampleTask(completed(0), { createdAt: 9000 - at, request: { model: 'm', size: '', quality: '', prompt: `${animals[at % 4]} ${at}` } })));
  view = { token: 0, rows: [] };
  built = Promise.resolve();
  replaced = 0;
  [kept, listeners, located, read] = [[], [], [], 0];
  vi.stubGlobal('window', {
    api: {
      appRemember: (memory: ViewMemory) => {
        kept.push(memory);
        return Promise.resolve(ok());
      },
      libraryOpenHistory: (query: Input<'library:open-history'>) => {
        replaced -= 1;
        if (replaced >= 0) return Promise.resolve(ok(null));
        view = { token: view.token + 1, rows: rowsOf(query) };
        return Promise.resolve(ok({ token: view.token, first: view.rows.slice(0, 200), total: query.search === '' ? view.rows.length : null, sequence: 1 }));
      },
      libraryReady: async () => {
        await built;
        return ok({ total: view.rows.length, months: new Int32Array(), starts: new Int32Array() });
      },
      libraryTasks: async ({ token, range }: Input<'library:tasks'>) => {
        read += 1;
        await built;
        return ok(token === view.token ? view.rows.slice(...range) : null);
      },
      libraryLocateTasks: async ({ token, taskIds }: Input<'library:locate-tasks'>) => {
        located.push(...taskIds);
        await built;
        return ok(token === view.token ? Int32Array.from(taskIds, (taskId) => view.rows.findIndex(({ task }) => task.id === taskId)) : null);
      },
      onChanges: (listener: (batch: ChangeBatch) => void) => listeners.push(listener),
    },
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** The history of a window that was closed in this state. */
async function start(history: HistoryMemory = firstView.history) {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => JSON.stringify({ ...firstView, history }) }) });
  const store = await import('../../../../../renderer/stores/tasks/history-store.ts');
  const room = await import('../../../../../renderer/stores/tasks/history-view.ts');
  const { historyPlace, rowList } = await import('../../../../../renderer/stores/tasks/history-scroll.ts');
  const { rowAt } = await import('../../../../../renderer/stores/windowed/blocks.ts');
  const { useHistory, choose } = store;
  let contentTop = 0;
  let moved: (index: number | null) => void = () => undefined;
  const put = (to: number): void => {
    contentTop = to;
    moved(null);
  };
  const scroll = { top: () => contentTop, goTo: put, keepAt: (to: number) => (contentTop = to), onMove: (listener: typeof moved) => (moved = listener) };
  /** The table, which is drawn unless the view is empty. */
  const draw = (): void => {
    const { shown } = useHistory.getState();
    if (shown.length > 0) historyPlace.restore({ view: shown, layout: rowList(shown.length), scroll, viewport: 600 });
  };
  const stopDrawing = useHistory.subscribe(draw);
  const stopVisit = room.visitHistory();
  const leave = (): void => {
    stopDrawing();
    historyPlace.leave();
    stopVisit();
  };
  await settled();
  /** Scrolls as a person does, which brings the rows into sight. */
  const scrollTo = async (to: number): Promise<void> => {
    const first = Math.floor(to / rowHeight);
    room.want(first, first + 16);
    await settled();
    put(to);
  };
  const search = async (text: string): Promise<void> => {
    room.setSearch(text);
    await settled();
  };
  const sort = async (by: 'created' | 'prompt', descending: boolean): Promise<void> => {
    room.setSort({ by, descending });
    await settled();
  };
  const at = (index: number): TaskWithImages | null => rowAt(useHistory.getState().shown.blocks, index);
  return { top: scroll.top, useHistory, choose, leave, scrollTo, search, sort, at };
}

describe('the place', () => {
  test('is restored, with its rows, after a search without its row', async () => {
    const { scrollTo, search, top, at } = await start();
    await scrollTo(2001 * rowHeight + 13);
    await search('f');
    await search('fox');
    expect(top()).toBe(0);
    await search('');
    expect(top()).toBe(2001 * rowHeight + 13);
    expect(at(2001)).toBe(all[2001]);
  });

  test('stays in a search with its row, and is exact again afterwards', async () => {
    const { scrollTo, search, top, at } = await start();
    await scrollTo(2000 * rowHeight + 13);
    await search('fox');
    expect(top()).toBe(500 * rowHeight + 13);
    expect(at(500)).toBe(all[2000]);
    await search('fox 20');
    expect(at(Math.floor(top() / rowHeight))?.task.request.prompt).toBe('fox 2000');
    await search('');
    expect(top()).toBe(2000 * rowHeight + 13);
  });

  test('is the selected row if it is in sight, so that a find is seen among its neighbours', async () => {
    const { search, choose, top, scrollTo } = await start();
    await search('fox');
    choose(3, 'one');
    await search('');
    expect(top()).toBe(9 * rowHeight);
    // Out of sight, the selected row does not count.
    await scrollTo(3001 * rowHeight);
    await search('fox');
    expect(top()).toBe(0);
  });

  test('in another order is the selected row, or else the top; the earlier order gets its own back', async () => {
    const { scrollTo, sort, choose, top, useHistory } = await start();
    await scrollTo(2001 * rowHeight);
    await sort('prompt', false);
    expect(top()).toBe(0);
    await sort('created', true);
    expect(top()).toBe(2001 * rowHeight);
    choose(2006, 'one');
    await sort('created', false);
    expect(top()).toBe((3999 - 2006 - 5) * rowHeight);
    expect(useHistory.getState().cursor?.index).toBe(3999 - 2006);
    await sort('created', true);
    expect(top()).toBe(2001 * rowHeight);
  });

  test('is where the person scrolled last, which may be the top', async () => {
    const { scrollTo, search, top } = await start();
    await scrollTo(2000 * rowHeight);
    await search('fox');
    await scrollTo(20 * rowHeight);
    await search('');
    expect(top()).toBe(80 * rowHeight);
    await scrollTo(0);
    await search('fox');
    await search('');
    expect(top()).toBe(0);
  });
});

describe('while main searches for the place', () => {
  test('the same view is there at once and its rows follow; another view shows its top meanwhile', async () => {
    const { scrollTo, search, top, useHistory, at } = await start();
    await scrollTo(2000 * rowHeight);
    const first = Promise.withResolvers<void>();
    built = first.promise;
    await search('fox');
    expect(useHistory.getState().stale).toBe(true);
    await vi.advanceTimersByTimeAsync(50);
    expect(useHistory.getState()).toMatchObject({ stale: false, shown: { query: { search: 'fox' } } });
    expect(top()).toBe(0);
    first.resolve();
    await settled();
    expect(top()).toBe(500 * rowHeight);
    expect(useHistory.getState().shown).toMatchObject({ length: 1000 });

    const second = Promise.withResolvers<void>();
    built = second.promise;
    await search('');
    await vi.advanceTimersByTimeAsync(50);
    expect([top(), at(2000)]).toEqual([2000 * rowHeight, null]);
    const [changed] = all.slice(2000, 2001).map(({ task }) => withImages({ ...task, polls: 7 }));
    for (const listener of listeners) listener({ sequence: 1, changes: changed ? [{ kind: 'task', task: changed }] : [] });
    second.resolve();
    await settled();
    // The rows were read before the change, but do not overwrite it.
    expect(at(2000)).toBe(changed);
  });

  test('a person who scrolls elsewhere meanwhile stays there', async () => {
    const { scrollTo, search, top } = await start();
    await scrollTo(2000 * rowHeight);
    const late = Promise.withResolvers<void>();
    built = late.promise;
    await search('fox');
    await vi.advanceTimersByTimeAsync(50);
    await scrollTo(7 * rowHeight);
    late.resolve();
    await settled();
    expect(top()).toBe(7 * rowHeight);
  });
});

test('a row that the person selects while main searches for the place stays in sight', async () => {
  const { scrollTo, search, choose, top } = await start();
  await scrollTo(2000 * rowHeight);
  const late = Promise.withResolvers<void>();
  built = late.promise;
  await search('fox');
  await vi.advanceTimersByTimeAsync(50);
  choose(3, 'one');
  late.resolve();
  await settled();
  expect(top()).toBe(0);
});

describe('over a relaunch', () => {
  const last = (): HistoryMemory | undefined => kept.at(-1)?.history;
  /** New modules, as in another window. */
  const again = async (history: HistoryMemory | undefined) => {
    vi.resetModules();
    return start(history);
  };

  test('order, search and place are restored', async () => {
    const { scrollTo, search, sort } = await start();
    await sort('prompt', true);
    await search('fox');
    await scrollTo(333 * rowHeight + 7);
    // The search is kept at once, the place when the table rests.
    expect(last()).toMatchObject({ query: { search: 'fox' }, anchor: null });
    await vi.advanceTimersByTimeAsync(300);
    const { top, useHistory, at } = await again(last());
    expect(useHistory.getState()).toMatchObject({ search: 'fox', sort: { by: 'prompt', descending: true }, stale: false, shown: { length: 1000 } });
    expect(top()).toBe(333 * rowHeight + 7);
    expect(at(333)).not.toBeNull();
  });

  test('the row is found at its new position', async () => {
    const { scrollTo, leave } = await start();
    await scrollTo(2000 * rowHeight);
    leave();
    const row = all[2000];
    all = [...Array.from({ length: 30 }, () => withImages(sampleTask(completed(0), { createdAt: 9999 }))), ...all];
    const { top, at } = await again(last());
    expect(top()).toBe(2030 * rowHeight);
    expect(at(2030)).toBe(row);
  });

  test('a search without the row of the place still leads back to it', async () => {
    const { scrollTo, search, leave } = await start();
    await scrollTo(2001 * rowHeight);
    await search('fox');
    leave();
    const { top, search: searchAgain } = await again(last());
    expect(top()).toBe(0);
    await searchAgain('');
    expect(top()).toBe(2001 * rowHeight);
  });

  test('a first view that something else replaced is opened again in its place', async () => {
    const { scrollTo, leave } = await start();
    await scrollTo(2000 * rowHeight);
    leave();
    replaced = 1;
    const { top } = await again(last());
    expect(top()).toBe(2000 * rowHeight);
  });

  test('an unchanged place is not written again, and the top needs no request to main', async () => {
    const { leave, search } = await start();
    await vi.advanceTimersByTimeAsync(300);
    leave();
    expect(kept).toEqual([]);
    await search('fox');
    await search('');
    expect([located, read]).toEqual([[], 0]);
  });
});
