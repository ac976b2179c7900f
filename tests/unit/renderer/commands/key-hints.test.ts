import { expect, test, vi } from 'vitest';
import { wordsFor } from '../../../../shared/words/index.ts';
import { FakeMain } from '../fake-main.ts';
import { sampleTask, withImages } from '../sample-tasks.ts';

new FakeMain().install();
vi.stubGlobal('document', { addEventListener: () => undefined });
const { nothingIn } = await import('../../../../renderer/commands/command.ts');
const { hintLabels } = await import('../../../../renderer/commands/key-hints.tsx');

const ids = ['show-task', 'edit', 'hold', 'show-shortcuts'] as const;
const waiting = withImages(sampleTask({ status: 'queued', waitingFor: 'turn' }));

test('what does not apply has no words', () => {
  const labels = (entries: readonly (typeof waiting)[]) => hintLabels(wordsFor('en'), ids, () => ({ ...nothingIn('tasks'), entries }));
  expect(labels([])).toEqual(['', '', '', 'Keyboard shortcuts']);
  expect(labels([waiting])).toEqual(['Show the details', 'Edit…', '', 'Keyboard shortcuts']);
});

test('the subject, which may be ten thousand tasks, is read once for all keys', () => {
  const read = vi.fn(() => nothingIn('tasks'));
  hintLabels(wordsFor('en'), ids, read);
  expect(read).toHaveBeenCalledTimes(1);
});
