import { expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

new FakeMain().install();
vi.stubGlobal('document', { addEventListener: () => undefined });
const { sortedBy } = await import('../../../../../renderer/rooms/tasks/history/history-header.tsx');

test('a column sorts most first where numbers are compared, else by the alphabet; a second click turns it round', () => {
  const newest = { by: 'created', descending: true } as const;
  expect(sortedBy('prompt', newest)).toEqual({ by: 'prompt', descending: false });
  expect(sortedBy('took', newest)).toEqual({ by: 'took', descending: true });
  expect(sortedBy('created', newest)).toEqual({ by: 'created', descending: false });
  expect(sortedBy('prompt', { by: 'prompt', descending: false })).toEqual({ by: 'prompt', descending: true });
});
