import { beforeEach, expect, test, vi } from 'vitest';
import { firstView, type ViewMemory } from '../../../../../shared/windows/view-memory.ts';

let kept: ViewMemory[];

beforeEach(() => {
  kept = [];
  vi.resetModules();
  vi.doMock('../../../../../renderer/bridge.ts', () => ({ bridge: { appRemember: (view: ViewMemory) => kept.push(view) } }));
  return () => vi.unstubAllGlobals();
});

const left = { ...firstView, search: 'cat', anchor: { imageId: 7, position: 70, savedAt: 1_700_000_000, offset: -12 } };

test('the view memory in the page is used, and main gets every change with all the rest', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => JSON.stringify(left) }) });
  const { viewMemory, remember } = await import('../../../../../renderer/stores/windows/remember-view.ts');
  expect(viewMemory()).toEqual(left);
  remember({ cellSize: 300 });
  remember({ cellSize: 300 });
  expect(viewMemory()).toEqual({ ...left, cellSize: 300 });
  expect(kept).toEqual([{ ...left, cellSize: 300 }]);
});

test('a forgotten place is forgotten by main too', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => JSON.stringify(left) }) });
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }), addEventListener: () => undefined });
  const { forgetPlace } = await import('../../../../../renderer/stores/gallery/gallery-scroll.ts');
  forgetPlace();
  expect(kept).toEqual([{ ...left, anchor: null }]);
});
