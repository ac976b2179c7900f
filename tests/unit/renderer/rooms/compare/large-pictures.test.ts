import { beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

beforeEach(() => {
  vi.resetModules();
  new FakeMain().install();
});

test('pictures are large together above two hundred megapixels', async () => {
  const { isLargeTogether } = await import('../../../../../renderer/rooms/compare/panes/large-pictures.tsx');
  const of = (count: number, side: number) => Array.from({ length: count }, () => ({ width: side, height: side }));
  expect([isLargeTogether(of(8, 4096)), isLargeTogether(of(8, 8192)), isLargeTogether(of(2, 8192)), isLargeTogether(of(3, 8192))]).toEqual([false, true, false, true]);
});
