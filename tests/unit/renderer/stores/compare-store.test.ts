import { beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../fake-main.ts';

async function load() {
  const store = await import('../../../../renderer/stores/compare-store.ts');
  const { undoLatest, redoLatest } = await import('../../../../renderer/stores/undo.ts');
  const { goTo } = await import('../../../../renderer/stores/windows/view-store.ts');
  const shown = (): readonly number[] => store.left(store.useCompare.getState());
  const focused = (): number | null => store.useCompare.getState().focused;
  return { ...store, undoLatest, redoLatest, goTo, shown, focused };
}

beforeEach(() => {
  vi.resetModules();
  new FakeMain().install();
});

test('pictures are knocked out until one is left, which stays', async () => {
  const { openCompare, knockOut, focusCompared, shown, focused } = await load();
  openCompare([11, 12, 13]);
  expect(focused()).toBe(11);
  focusCompared(12);
  knockOut(12);
  expect([shown(), focused()]).toEqual([[11, 13], 13]);
  knockOut(13);
  expect([shown(), focused()]).toEqual([[11], 11]);
  knockOut(11);
  expect(shown()).toEqual([11]);
});

test('undo brings them back in their places, the latest first, and redo knocks them out again', async () => {
  const { openCompare, knockOut, undoLatest, redoLatest, shown, focused } = await load();
  openCompare([11, 12, 13]);
  knockOut(11);
  knockOut(12);
  await undoLatest();
  expect([shown(), focused()]).toEqual([[12, 13], 12]);
  await undoLatest();
  expect([shown(), focused()]).toEqual([[11, 12, 13], 11]);
  await redoLatest();
  expect(shown()).toEqual([12, 13]);
});

test('after the comparison, undo goes on with what was done before', async () => {
  const { openCompare, knockOut, closeCompare, undoLatest, goTo, useCompare } = await load();
  const { rememberAct } = await import('../../../../renderer/stores/undo.ts');
  const undone: string[] = [];
  rememberAct({ name: 'before', undo: () => Promise.resolve((undone.push('before'), 'done' as const)), redo: () => Promise.resolve('done') });
  openCompare([11, 12]);
  knockOut(11);
  closeCompare();
  expect(useCompare.getState().ids).toEqual([]);
  await undoLatest();
  expect(undone).toEqual(['before']);

  openCompare([11, 12]);
  goTo('gallery');
  expect(useCompare.getState().ids).toEqual([]);
});

test('an added picture is focused, and one that was knocked out is back', async () => {
  const { openCompare, knockOut, addCompared, shown, focused } = await load();
  openCompare([11, 12]);
  knockOut(12);
  addCompared(12);
  expect([shown(), focused()]).toEqual([[11, 12], 12]);
});
