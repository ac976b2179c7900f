import { beforeEach, expect, test, vi } from 'vitest';
import { firstView, type ViewMemory } from '../../../../../shared/view-memory.ts';

let kept: ViewMemory[];

beforeEach(() => {
  kept = [];
  vi.resetModules();
  vi.doMock('../../../../../renderer/bridge.ts', () => ({ bridge: { appRemember: (view: ViewMemory) => kept.push(view) } }));
});

const load = async () => ({ ...(await import('../../../../../renderer/stores/view-memory.ts')), ...(await import('../../../../../renderer/stores/gallery/way-back.ts')) });
const left = { ...firstView, search: 'cat', anchor: { imageId: 7, position: 70, savedAt: 1_700_000_000, offset: -12 } };

test('the view memory in the page is used, and main gets every change with all the rest', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => JSON.stringify(left) }) });
  const { viewMemory, remember } = await load();
  expect(viewMemory()).toEqual(left);
  remember({ cellSize: 300 });
  expect(viewMemory()).toEqual({ ...left, cellSize: 300 });
  expect(kept).toEqual([{ ...left, cellSize: 300 }]);
  vi.unstubAllGlobals();
});

test('a forgotten place is forgotten by main and by all listeners', async () => {
  const { viewMemory, remember, forgetPlace, onForgetPlace } = await load();
  expect(viewMemory()).toEqual(firstView);
  remember(left);
  const forget = vi.fn();
  const stop = onForgetPlace(forget);
  forgetPlace();
  expect(kept.at(-1)).toEqual({ ...left, anchor: null });
  expect(forget).toHaveBeenCalledOnce();
  stop();
  forgetPlace();
  expect(forget).toHaveBeenCalledOnce();
});
