import { beforeEach, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.viewOf = () => [9, 8, 7, 6, 5];
  main.install();
});

async function load() {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  const { selectPictures } = await import('../../../../../renderer/stores/selection/select-pictures.ts');
  const { selectIndex, selectedIndices, useSelection } = await import('../../../../../renderer/stores/selection/selection-store.ts');
  await connect();
  selectIndex(0);
  return { selectPictures, selectedIndices, useSelection };
}

test.each([
  ['one', [7], [[2, 3]], 7],
  ['several, the first of which keys act on', [6, 8, 7], [[1, 4]], 6],
  ['those that the view has', [3, 5], [[4, 5]], 5],
  ['none that the view has: it stays', [3, 2], [[0, 1]], 9],
] as const)('lands on pictures: %s', async (_, ids, ranges, acted) => {
  const { selectPictures, selectedIndices, useSelection } = await load();
  await selectPictures(ids);
  expect(selectedIndices()).toEqual(ranges);
  expect(useSelection.getState().selection).toEqual({ kind: 'image', imageId: acted });
  expect(useSelection.getState().focusRequests).toBe(1);
});
