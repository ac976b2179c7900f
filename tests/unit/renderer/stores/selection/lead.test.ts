import { expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

async function load() {
  const main = new FakeMain();
  main.viewOf = () => [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  main.install();
  const [{ connect }, selection, { lead }] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
  ]);
  await connect();
  return { ...selection, lead };
}

const image = (imageId: number): object => ({ kind: 'image', imageId });

test('the cell with the focus leads, alone and among several', async () => {
  const { selectIndex, extendTo, lead } = await load();
  selectIndex(2);
  expect(lead()).toEqual(image(9));
  extendTo(5);
  expect(lead()).toEqual(image(6));
});

test('a cell removed from the selection no longer leads it: the nearest of the rest does', async () => {
  const { selectIndex, extendTo, toggleIndex, lead, useSelection, selectionTarget } = await load();
  selectIndex(1);
  toggleIndex(8);
  expect(lead()).toEqual(image(3));
  toggleIndex(8);
  expect(selectionTarget().ranges).toEqual([[1, 2]]);
  expect(lead()).toEqual(image(10));
  // The focus stays on the clicked cell.
  expect(useSelection.getState().index).toBe(8);

  selectIndex(3);
  extendTo(9);
  toggleIndex(8);
  expect(lead()).toEqual(image(4));
  toggleIndex(0);
  toggleIndex(1);
  toggleIndex(1);
  expect(lead()).toEqual(image(11));
});

test('without a selection the cell with the focus leads', async () => {
  const { selectIndex, toggleIndex, lead, selectionTarget } = await load();
  selectIndex(4);
  toggleIndex(4);
  expect(lead()).toEqual(image(7));
  expect(selectionTarget().ranges).toEqual([[4, 5]]);
});
