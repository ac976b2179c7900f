import { beforeEach, expect, test, vi } from 'vitest';
import { rowAt } from '../../../../../renderer/stores/windowed/blocks.ts';
import { evenRows } from '../../../../../renderer/ui/scrolling/even-rows.ts';
import { FakeMain } from '../../fake-main.ts';

const ids = Array.from({ length: 600 }, (_, at) => 600 - at);
let main: FakeMain;
let top: number;

/** A sheet with rows of one picture and 100 pixels, at row 100, with the picture 498 selected two rows below. */
async function drawn() {
  const [{ connect }, { useGallery }, { restoreSheet }, { selectIndex }, arrange] = await Promise.all([
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
  const draw = (measure = 'small'): void => {
    const { view } = useGallery.getState();
    restoreSheet({ view, layout: evenRows(view.length, 100, 0), scroll, viewport: 600, measure }, false);
  };
  draw();
  goTo(10_000);
  selectIndex(102);
  // In another order, it is none of the first pictures.
  main.viewOf = () => ids.toReversed();
  main.comesFirst = 200;
  const at = (position: number): number | null => rowAt(useGallery.getState().view.blocks, position)?.imageId ?? null;
  const origin = (): number => useGallery.getState().origin;
  /** As if three pictures had come while cells in sight had to stay. */
  const come = (): void => useGallery.setState({ origin: 3 });
  return { ...arrange, draw, at, goTo, selectIndex, origin, come, shownStack: () => useGallery.getState().view.arrangement.stack };
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

test('if the first answer has the place, it is shown at once', async () => {
  const { groupBy, draw, at } = await drawn();
  main.counting = new Promise(() => undefined);
  main.viewOf = () => [...ids.slice(50), ...ids.slice(0, 50)];
  groupBy('prompt');
  await vi.advanceTimersByTimeAsync(0);
  expect([at(0), at(52)]).toEqual([550, 498]);
  draw();
  expect(top).toBe(5_200 - 200);
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

/** What the sheet says of itself: it shows six rows. */
async function inSight(): Promise<void> {
  const { setSheetSight } = await import('../../../../../renderer/stores/gallery/cells-in-use.ts');
  setSheetSight(() => ({ atTop: top === 0, cells: [top / 100, top / 100 + 6], inShortRow: 0 }));
}

test('pictures that came while the top was out of sight take their place in the flow when the person scrolls there', async () => {
  const { goTo, come, origin } = await drawn();
  await inSight();
  come();
  goTo(5_000);
  expect(origin()).toBe(3);
  goTo(0);
  expect(origin()).toBe(0);
});

test('they do so only when the selected cell is no longer in sight', async () => {
  const { goTo, come, origin, selectIndex } = await drawn();
  await inSight();
  selectIndex(2);
  come();
  goTo(5_000);
  goTo(0);
  expect(origin()).toBe(3);
  selectIndex(102);
  expect(origin()).toBe(0);
});

test('they do so at once when all cells get another size, because then all move', async () => {
  const { draw, come, origin, selectIndex } = await drawn();
  await inSight();
  selectIndex(102);
  come();
  draw();
  expect(origin()).toBe(3);
  draw('large');
  expect(origin()).toBe(0);
});
