import { beforeEach, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

async function load() {
  const [{ connect }, selection, request, { useMarksStore }, view] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/parts/marks/field-request.ts'),
    import('../../../../../renderer/stores/pictures/marks-store.ts'),
    import('../../../../../renderer/stores/windows/view-store.ts'),
  ]);
  await connect();
  return { ...selection, ...request, ...view, useMarksStore };
}

beforeEach(() => {
  const main = new FakeMain();
  main.viewOf = () => [5, 4, 3, 2, 1];
  main.install();
});

test('the first field that can answer a request does, and no other', async () => {
  const { selectIndex, askForTag, takeFieldRequest, useMarksStore } = await load();
  selectIndex(1);
  expect(takeFieldRequest('tag')).toBe(false);
  askForTag();
  expect(useMarksStore.getState().fieldRequests).toBe(1);
  expect(takeFieldRequest('tag')).toBe(true);
  expect(takeFieldRequest('tag')).toBe(false);
});

test('an unanswered request lapses when another cell or selection is chosen', async () => {
  const { selectIndex, extendTo, clearMarked, askForTag, takeFieldRequest } = await load();
  selectIndex(1);
  askForTag();
  selectIndex(2);
  expect(takeFieldRequest('tag')).toBe(false);
  selectIndex(1);
  expect(takeFieldRequest('tag')).toBe(false);

  extendTo(3);
  askForTag();
  clearMarked();
  expect(takeFieldRequest('tag')).toBe(false);
});

test('a request on the sheet is not answered by the viewer', async () => {
  const { selectIndex, askForTag, takeFieldRequest, openViewer } = await load();
  selectIndex(1);
  askForTag();
  openViewer(4);
  expect(takeFieldRequest('tag')).toBe(false);
});
