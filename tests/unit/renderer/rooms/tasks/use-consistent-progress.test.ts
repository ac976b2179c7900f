import { expect, test } from 'vitest';
import { isConsistent } from '../../../../../renderer/rooms/tasks/batch/use-consistent-progress.ts';
import { processing } from '../../sample-tasks.ts';
import { sampleBatch, taskAt } from './sample-batches.ts';

test('main’s count of a batch and its tasks agree if as many were not sent', () => {
  const batch = sampleBatch('x', { queued: 2, running: 1, spent: '1' });
  expect(isConsistent({ batch, tasks: [taskAt(1, 'x'), taskAt(2, 'x'), taskAt(3, 'x', processing)] })).toBe(true);
  // One more was sent after main counted.
  expect(isConsistent({ batch, tasks: [taskAt(1, 'x'), taskAt(2, 'x', processing), taskAt(3, 'x', processing)] })).toBe(false);
});
