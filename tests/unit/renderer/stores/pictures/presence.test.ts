import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LibrarySearch } from '../../../../../shared/library/missing-pictures.ts';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
beforeEach(() => {
  vi.useFakeTimers();
  main = new FakeMain();
  main.install();
});
afterEach(() => vi.useRealTimers());

async function load() {
  const [{ connect }, { watchPresence, usePresenceStore }] = await Promise.all([import('../../../../../renderer/stores/sync.ts'), import('../../../../../renderer/stores/pictures/presence.ts')]);
  await connect();
  // The library folder of the snapshot is the first known one, which triggers a request for the pictures on screen.
  await vi.advanceTimersByTimeAsync(1_000);
  main.calls.length = 0;
  const known = (): [number, string][] => [...usePresenceStore.getState().known];
  return { watchPresence, usePresenceStore, known };
}

const asked = (): unknown[] => main.inputsOf('imagesAbsent');
const searched = (rounds: number): LibrarySearch => ({ looking: null, rounds, last: { pictures: 3, found: 1, missing: 0, unreadable: 0, unreachable: [] } });

test('asks once about all pictures that stay on screen, and not about those that are scrolled past', async () => {
  const { watchPresence, usePresenceStore, known } = await load();
  main.absent = [2, 3];
  main.changed = [3];
  for (const id of [1, 2, 2, 3]) watchPresence(id);
  watchPresence(4)();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toEqual([{ imageIds: [1, 2, 3] }]);
  expect(known()).toEqual([[1, 'here'], [2, 'absent'], [3, 'changed']]);
  expect(usePresenceStore.getState().folderIsThere).toBe(false);
});

test('asks again about pictures on screen when a search has ended, and forgets the rest', async () => {
  const { watchPresence, known } = await load();
  main.absent = [1, 2];
  const leave = watchPresence(1);
  watchPresence(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(known()).toEqual([[1, 'absent'], [2, 'absent']]);
  leave();
  main.absent = [];
  main.send(6, { kind: 'library-search', librarySearch: { looking: { checked: 1, found: 0 }, rounds: 0, last: null } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toHaveLength(1);
  main.send(7, { kind: 'library-search', librarySearch: searched(1) });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked().slice(1)).toEqual([{ imageIds: [2] }]);
  expect(known()).toEqual([[2, 'here']]);
});

test('a missing library folder is checked until it is back', async () => {
  const { watchPresence, known } = await load();
  main.absent = [1];
  watchPresence(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(known()).toEqual([[1, 'absent']]);
  main.absent = [];
  await vi.advanceTimersByTimeAsync(6_000);
  expect(known()).toEqual([[1, 'here']]);
  const before = asked().length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toHaveLength(before);
});

test('a search that found files makes main look up the pictures again', async () => {
  await load();
  const { describe } = await import('../../../../../renderer/stores/pictures/descriptions.ts');
  const info = { image: { id: 5, taskId: 'a', index: 0, state: { status: 'kept', file: { path: 'old.png' } } }, task: { id: 'a' } };
  Object.assign(main, { descriptions: [info] });
  describe([5]);
  await vi.advanceTimersByTimeAsync(10);
  main.send(6, { kind: 'library-search', librarySearch: { ...searched(1), last: null } });
  await vi.advanceTimersByTimeAsync(10);
  expect(main.inputsOf('imagesDescribe')).toHaveLength(1);
  main.send(7, { kind: 'library-search', librarySearch: searched(2) });
  await vi.advanceTimersByTimeAsync(10);
  expect(main.inputsOf('imagesDescribe')).toEqual([{ imageIds: [5] }, { imageIds: [5] }]);
});
