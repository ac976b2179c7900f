import { beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;

async function load() {
  const [{ connect }, selection, { dragOut }, { targetOf }] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/parts/export/file-actions.ts'),
    import('../../../../../renderer/stores/selection/mark-target.ts'),
  ]);
  await connect();
  const drag = (imageId: number, selected: boolean): unknown => {
    const preventDefault = vi.fn<() => void>();
    dragOut({ preventDefault }, targetOf(imageId, selected));
    expect(preventDefault).toHaveBeenCalledOnce();
    return main.inputsOf('imagesDrag').at(-1);
  };
  return { ...selection, drag };
}

beforeEach(() => {
  main = new FakeMain();
  main.viewOf = () => Array.from({ length: 1000 }, (_, at) => 1000 - at);
  main.install();
  Object.assign(window, { addEventListener: () => undefined });
});

test('a picture that is selected alone or not selected is dragged by its id', async () => {
  const { drag, selectIndex, extendTo } = await load();
  selectIndex(3);
  expect(drag(997, true)).toEqual({ target: { token: null, revision: 0, ranges: [], imageIds: [997] } });
  extendTo(5);
  expect(drag(1000, false)).toEqual({ target: { token: null, revision: 0, ranges: [], imageIds: [1000] } });
});

test('one of several selected pictures is dragged with all of them, however many', async () => {
  const { drag, selectIndex, extendTo, selectAll } = await load();
  selectIndex(3);
  extendTo(5);
  expect(drag(996, true)).toEqual({ target: { token: 1, revision: 0, ranges: [[3, 6]], imageIds: [] } });
  selectAll();
  expect(drag(996, true)).toEqual({ target: { token: 1, revision: 0, ranges: [[0, 1000]], imageIds: [] } });
});
