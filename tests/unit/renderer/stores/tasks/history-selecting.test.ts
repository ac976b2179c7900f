import { describe, expect, test } from 'vitest';
import { rangesInput } from '../../../../../renderer/stores/selection/position-ranges.ts';
import { inputSchemas } from '../../../../../shared/ipc/schemas.ts';
import { countWhen, doubt, loadHistory, many, opened, openings, rows, settled, useHistoryMain, windows } from '../../history-main.ts';

useHistoryMain();

describe('selecting', () => {
  test('works by click, Shift and Ctrl, and selects all without reading a row', async () => {
    const { visitHistory, choose, selectRows, isSelected, useHistory, rowAt } = await loadHistory();
    visitHistory();
    await openings[0]?.answer(opened(many(1000)));
    const isOn = (index: number): boolean => isSelected(useHistory.getState(), index, rowAt(useHistory.getState().shown.blocks, index));
    choose(4, 'one');
    expect([3, 4, 5].map(isOn)).toEqual([false, true, false]);
    choose(8, 'range');
    expect(useHistory.getState().marked).toEqual([[4, 9]]);
    choose(2, 'range');
    expect(useHistory.getState().marked).toEqual([[2, 5]]);
    choose(700, 'toggle');
    choose(3, 'toggle');
    expect(useHistory.getState().marked).toEqual([
      [2, 3],
      [4, 5],
      [700, 701],
    ]);
    expect([isOn(700), isOn(3)]).toEqual([true, false]);
    selectRows({ kind: 'all' });
    expect(useHistory.getState().marked).toEqual([[0, 1000]]);
    expect(windows).toEqual([]);
    choose(5, 'one');
    expect(useHistory.getState().marked).toEqual([]);
  });
});

describe('selecting while main still counts what matches', () => {
  async function searched() {
    const loaded = await loadHistory();
    loaded.visitHistory();
    const { promise, resolve } = Promise.withResolvers<void>();
    countWhen(promise);
    await openings[0]?.answer(opened(many(900), null));
    expect(loaded.useHistory.getState().shown).toMatchObject({ length: 200, counted: false });
    loaded.choose(3, 'one');
    const count = async (): Promise<void> => {
      resolve();
      await settled();
    };
    return { ...loaded, count };
  }

  test('selecting all covers all matches, and main gets the end once it is known', async () => {
    const { selectRows, useHistory, count } = await searched();
    selectRows({ kind: 'all' });
    const { marked: selected } = useHistory.getState();
    expect(selected).toEqual([[0, Infinity]]);
    expect(inputSchemas['ledger:export'].parse({ format: 'csv', of: { token: 1, revision: 0, ranges: rangesInput(selected) } }).of?.ranges[0]?.[1]).toBeGreaterThan(900);
    await count();
    expect(useHistory.getState().marked).toEqual([[0, 900]]);
  });

  test('selecting all and removing one row keeps all others, and nothing of another search', async () => {
    const { selectRows, choose, setSearch, useHistory, count } = await searched();
    selectRows({ kind: 'all' });
    choose(5, 'toggle');
    await count();
    expect(useHistory.getState().marked).toEqual([[0, 5], [6, 900]]);
    countWhen(new Promise(() => undefined));
    setSearch('f');
    await openings[1]?.answer(opened(many(900), null));
    selectRows({ kind: 'all' });
    setSearch('fo');
    await openings[2]?.answer(opened(many(900), null));
    expect(useHistory.getState().marked).toEqual([]);
  });

  test('End moves to the last row once it is known; with Shift, everything up to it is selected at once', async () => {
    const { selectRows, useHistory, count } = await searched();
    selectRows({ kind: 'last', choice: 'range' });
    expect(useHistory.getState()).toMatchObject({ marked: [[3, Infinity]], cursor: { index: 3 } });
    selectRows({ kind: 'last', choice: 'one' });
    expect(useHistory.getState()).toMatchObject({ marked: [], cursor: { index: 3 } });
    selectRows({ kind: 'last', choice: 'range' });
    await count();
    expect(useHistory.getState()).toMatchObject({ marked: [[3, 900]], cursor: { index: 899 }, awaitsLast: null });
  });

  test.each([
    ['another key', ({ choose }) => choose(4, 'one')],
    ['everything', ({ selectRows }) => selectRows({ kind: 'all' })],
    ['Escape', ({ selectNone }) => selectNone()],
    ['another search', ({ setSearch }) => setSearch('f')],
  ] satisfies [string, (loaded: Awaited<ReturnType<typeof searched>>) => void][])('End is forgotten after %s', async (_what, act) => {
    const loaded = await searched();
    loaded.selectRows({ kind: 'last', choice: 'one' });
    act(loaded);
    const before = loaded.useHistory.getState().cursor?.index;
    await openings[1]?.answer(opened(rows, null));
    await loaded.count();
    expect(loaded.useHistory.getState().cursor?.index).toBe(before);
  });

  test.each([
    ['everything', ({ selectRows }) => selectRows({ kind: 'all' }), { marked: [[0, 900]], cursor: { index: 3 } }],
    ['End', ({ selectRows }) => selectRows({ kind: 'last', choice: 'one' }), { marked: [], cursor: { index: 899 } }],
    ['all up to the end', ({ selectRows }) => selectRows({ kind: 'last', choice: 'range' }), { marked: [[3, 900]], cursor: { index: 899 } }],
  ] satisfies [string, (loaded: Awaited<ReturnType<typeof searched>>) => void, object][])('%s applies to the view that is opened again if it is gone', async (_what, act, expected) => {
    const loaded = await searched();
    act(loaded);
    doubt(1);
    await loaded.count();
    expect(openings).toHaveLength(2);
    await openings[1]?.answer(opened(rows));
    expect(loaded.useHistory.getState()).toMatchObject({ shown: { token: 2, length: 900 }, awaitsLast: null, ...expected });
  });
});
