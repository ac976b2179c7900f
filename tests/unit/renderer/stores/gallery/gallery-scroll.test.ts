import { beforeEach, expect, test, vi } from 'vitest';
import { rowAt } from '../../../../../renderer/stores/windowed/blocks.ts';
import { evenRows } from '../../../../../renderer/ui/scrolling/even-rows.ts';
import { FakeMain } from '../../fake-main.ts';

const ids = Array.from({ length: 600 }, (_, at) => 600 - at);
let main: FakeMain;
let top: number;

/** A sheet with rows of one picture and 100 pixels, at row 100, with the picture 498 selected two rows below. */
async function drawn() {
  const [{ connect }, { useGallery }, { settleSheet }, { selectIndex }, arrange] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../../renderer/stores/gallery/gallery-scroll.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/stores/gallery/change-arrangement.ts'),
  ]);
  await connect();
  let moved: (index: number | null) => void = () => undefined;
  const goTo = (to: number): void => {
    top = to;
    moved(null);
  };
  const scroll = { top: () => top, goTo, keepAt: (to: number) => (top = to), onMove: (listener: typeof moved) => (moved = listener) };
  const draw = (): void => {
    const { view } = useGallery.getState();
    settleSheet({ view, layout: evenRows(view.length, 100, 0), scroll, viewport: 600 }, false);
  };
  draw();
  goTo(10_000);
  selectIndex(102);
  // In another order, it is none of the first pictures.
  main.viewOf = () => ids.toReversed();
  main.comesFirst = 200;
  const at = (position: number): number | null => rowAt(useGallery.getState().view.blocks, position)?.imageId ?? null;
  return { ...arrange, draw, at, goTo, shownStack: () => useGallery.getState().view.arrangement.stack };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
  [main, top] = [new FakeMain(), 0];
  main.viewOf = () => ids;
  main.comesFirst = ids.length;
  main.install();
  return () => vi.useRealTimers();
});

test('with other stacks, the view is shown once the selected picture is where it was', async () => {
  const { stackBy, draw, at } = await drawn();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  main.counting = promise;
  stackBy('prompt');
  await vi.advanceTimersByTimeAsync(100);
  expect(at(0)).toBe(600);
  resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect([at(0), at(497)]).toEqual([1, 498]);
  draw();
  expect(top).toBe(49_700 - 200);
});

test('if that takes long, it is shown from its top', async () => {
  const { groupBy, draw, at } = await drawn();
  main.counting = new Promise(() => undefined);
  groupBy('prompt');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at(0)).toBe(1);
  draw();
  expect(top).toBe(0);
});

test('in another order, it is shown from its top', async () => {
  const { sortBy, draw, at } = await drawn();
  sortBy('rating');
  await vi.advanceTimersByTimeAsync(0);
  expect(at(0)).toBe(1);
  draw();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(top).toBe(0);
});

test('a person who scrolls while it is awaited stays there', async () => {
  const { stackBy, draw, at, goTo } = await drawn();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  main.counting = promise;
  stackBy('prompt');
  await vi.advanceTimersByTimeAsync(100);
  goTo(20_000);
  resolve(undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at(0)).toBe(1);
  draw();
  await vi.advanceTimersByTimeAsync(1_000);
  draw();
  // The picture 400 was at the upper edge.
  expect(top).toBe(39_900);
});

test('stacks that are taken back before they are shown do not come', async () => {
  const { stackBy, shownStack } = await drawn();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  main.counting = promise;
  stackBy('prompt');
  await vi.advanceTimersByTimeAsync(100);
  stackBy(null);
  resolve(undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shownStack()).toBe(null);
});

test('the best pictures come first, although a selected picture kept its place before', async () => {
  const { stackBy, draw } = await drawn();
  stackBy('prompt');
  await vi.advanceTimersByTimeAsync(0);
  draw();
  const { setLibrarySearch } = await import('../../../../../renderer/stores/gallery/library-view.ts');
  setLibrarySearch('like:1');
  await vi.advanceTimersByTimeAsync(1_000);
  draw();
  await vi.advanceTimersByTimeAsync(1_000);
  draw();
  expect(top).toBe(0);
});
