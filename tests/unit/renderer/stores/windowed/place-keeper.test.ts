import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rowAt } from '../../../../../renderer/stores/windowed/blocks.ts';
import { keepPlace, type Anchor, type PlaceKeeper } from '../../../../../renderer/stores/windowed/place-keeper.ts';
import { advanced, openedView, type WindowedView } from '../../../../../renderer/stores/windowed/windowed-view.ts';
import type { Splice } from '../../../../../shared/library/view.ts';
import { nextMacrotask } from '../../../../support/fake-clock.ts';

/** Rows of 100 pixels, of which six are in sight. */
const [high, viewport] = [100, 600];
/** Below a row that is brought into sight. */
const padding = 11;
type View = WindowedView<string>;
type Kept = Anchor & { readonly row: string };

let keeper: PlaceKeeper<View>;
let top: number;
let moved: (index: number | null) => void;
let found: Promise<number | null>;
let searched: string[];
let remembered: (Kept | null)[];
let inUse: readonly number[];
let lead: number;
let came: number;

const opened = (token: number, rows = 1000): View => openedView(token, Array.from({ length: rows }, (_, at) => `${at}`), rows, 100, 40);
const listOf = (count: number, height = high) => ({
  count,
  height: count * height,
  placeOf: (index: number) => ({ y: index * height, height }),
  rowOf: (index: number) => ({ first: index, end: index + 1 }),
  cellsBetween: (from: number, to: number) => ({ first: Math.floor(from / height), end: Math.ceil(to / height) }),
});
const scrollTo = (to: number): void => {
  top = to;
  moved(null);
};
const scroll = { top: () => top, goTo: scrollTo, keepAt: (to: number) => (top = to), onMove: (listener: typeof moved) => (moved = listener) };
const draw = (view: View, asked = false): void => keeper.restore({ view, layout: listOf(view.length), scroll, viewport }, asked);
const after = (view: View, ...splices: Splice[]): View => {
  const total = splices.reduce((length, { removed, inserted }) => length + inserted - removed, view.length);
  return advanced<string, View>(view, { revision: view.revision + 1, splices, located: [], total, months: new Int32Array(), starts: new Int32Array() });
};

function start(recalled: Kept | null = null): void {
  keeper = keepPlace<View, Kept>({
    anchorAt: ({ blocks }, position, offset) => {
      const row = rowAt(blocks, position);
      return row === null ? null : { row, position, offset };
    },
    find: (_, { row }) => {
      searched.push(row);
      return found;
    },
    isSame: (before, now) => before.token % 10 === now.token % 10,
    isLikely: (view, anchor) => anchor.position < 10 * view.token,
    leadsTo: () => true,
    leadIn: () => lead,
    inUse: () => inUse,
    recalled,
    remember: (_, anchor) => remembered.push(anchor),
    onCameAbove: (count) => (came += count),
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [top, searched, remembered, inUse, lead, came, found] = [0, [], [], [], -1, 0, Promise.resolve(null)];
  start();
  return () => vi.useRealTimers();
});

describe('rows of another size', () => {
  const draws = (height: number, sight = viewport): void => keeper.restore({ view: shown, layout: listOf(1000, height), scroll, viewport: sight, measure: `${height}` });
  let shown: View;
  beforeEach(() => {
    shown = opened(1);
    draws(100);
    scrollTo(50_000);
  });

  test('leave the one that leads where it is', () => {
    lead = 503;
    draws(200);
    expect(top).toBe(100_300);
    draws(50);
    expect(top).toBe(24_850);
    // In a lower viewport, it is still wholly in sight.
    draws(50, 300);
    expect(top).toBe(503 * 50 + 50 + padding - 300);
  });

  test('leave the first one where it is if the one that leads was only partly in sight', () => {
    scrollTo(50_030);
    lead = 506;
    draws(200);
    expect(top).toBe(100_030);
  });
});

describe('rows that come or go', () => {
  test('above those in sight do not move them, and are counted', () => {
    const view = opened(1);
    draw(view);
    scrollTo(50_013);
    draw(after(view, { at: 0, removed: 0, inserted: 2 }));
    expect([top, came]).toEqual([50_213, 2]);
  });

  test('below those in sight change nothing', () => {
    const view = opened(1);
    draw(view);
    scrollTo(50_000);
    draw(after(view, { at: 600, removed: 3, inserted: 9 }));
    expect([top, came]).toEqual([50_000, 0]);
  });

  test('come into sight at the top, unless a row there is in hand', () => {
    const view = opened(1);
    draw(view);
    const next = after(view, { at: 0, removed: 0, inserted: 2 });
    draw(next);
    expect(top).toBe(0);
    inUse = [3];
    draw(after(next, { at: 0, removed: 0, inserted: 2 }));
    expect(top).toBe(200);
  });

  test('move those in sight around a row in hand', () => {
    const view = opened(1);
    draw(view);
    scrollTo(50_000);
    inUse = [2, 504];
    draw(after(view, { at: 502, removed: 0, inserted: 1 }));
    expect(top).toBe(50_100);
  });

  test('leave the last row in sight at the end of the list', () => {
    const view = opened(1);
    draw(view);
    scrollTo(1000 * high - viewport);
    draw(after(view, { at: 998, removed: 0, inserted: 5 }));
    expect(top).toBeGreaterThanOrEqual(1005 * high - viewport);
  });
});

describe('a lower window', () => {
  test.each([
    ['the row that the person went to', () => moved(504), 505 * high + padding - 500],
    ['the last row at the end of the list', () => scrollTo(1000 * high - viewport), 1000 * high + padding - 500],
  ])('cuts off nothing of %s', (_, go, expected) => {
    const view = opened(1);
    const layout = listOf(view.length);
    keeper.restore({ view, layout, scroll, viewport });
    top = 505 * high - viewport + padding;
    go();
    keeper.restore({ view, layout, scroll, viewport: 500 });
    expect(top).toBe(expected);
  });
});

describe('another view', () => {
  test('begins at its top until the place is found', async () => {
    const { promise, resolve } = Promise.withResolvers<number | null>();
    found = promise;
    draw(opened(1));
    scrollTo(50_013);
    draw(opened(2));
    expect([top, searched]).toEqual([0, ['500']]);
    resolve(700);
    await nextMacrotask();
    expect(top).toBe(70_013);
  });

  test('stays where the person scrolls or selects something before the place is found', async () => {
    const late = [Promise.withResolvers<number | null>(), Promise.withResolvers<number | null>()] as const;
    draw(opened(1));
    scrollTo(50_000);
    found = late[0].promise;
    draw(opened(2));
    keeper.stay();
    late[0].resolve(700);
    await nextMacrotask();
    expect(top).toBe(0);
    found = late[1].promise;
    draw(opened(3));
    scrollTo(300);
    late[1].resolve(700);
    await nextMacrotask();
    expect(top).toBe(300);
  });

  test('of the same search stays where it is until the place is found, although rows moved', async () => {
    const { promise, resolve } = Promise.withResolvers<number | null>();
    found = promise;
    draw(opened(1));
    scrollTo(50_000);
    const again = opened(11);
    draw(again);
    expect(top).toBe(50_000);
    resolve(502);
    draw(after(again, { at: 0, removed: 0, inserted: 1 }));
    await nextMacrotask();
    expect(top).toBe(50_200);
  });

  test('goes to its place once it reaches so far', async () => {
    found = Promise.resolve(700);
    start({ row: '700', position: 700, offset: -13 });
    draw(opened(2, 200));
    await nextMacrotask();
    expect(top).toBe(0);
    draw({ ...opened(2, 200), length: 1000 });
    expect(top).toBe(70_013);
  });

  test('where no row is held, takes new rows at its top into sight', async () => {
    found = Promise.resolve(0);
    start({ row: '700', position: 700, offset: 0 });
    const view = opened(2);
    draw(view);
    await nextMacrotask();
    draw(after(view, { at: 0, removed: 0, inserted: 3 }));
    expect([top, came]).toEqual([0, 0]);
  });
});

describe('a visit', () => {
  test('returns to the row it was left at, without a search for it', () => {
    const view = opened(1);
    draw(view);
    scrollTo(50_013);
    keeper.leave();
    expect(remembered.at(-1)).toEqual({ row: '500', position: 500, offset: -13 });
    top = 0;
    draw(after(view, { at: 0, removed: 0, inserted: 4 }));
    expect([top, searched]).toEqual([50_413, []]);
  });

  test('searches for the row if more has changed than is known', async () => {
    found = Promise.resolve(507);
    const view = opened(1);
    draw(view);
    scrollTo(50_013);
    keeper.leave();
    top = 0;
    draw(after(after(view, { at: 0, removed: 0, inserted: 4 }), { at: 0, removed: 0, inserted: 3 }));
    await nextMacrotask();
    expect([top, searched]).toEqual([50_713, ['500']]);
  });

  test('is remembered when the list rests', async () => {
    draw(opened(1));
    remembered = [];
    scrollTo(50_000);
    scrollTo(60_000);
    expect(remembered).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(remembered).toEqual([{ row: '600', position: 600, offset: 0 }]);
  });
});
