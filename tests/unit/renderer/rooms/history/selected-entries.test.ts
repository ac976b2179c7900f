import { expect, test } from 'vitest';
import type { TaskState } from '../../../../../shared/task.ts';
import { FakeMain } from '../../fake-main.ts';
import { said, sampleTask, withImages } from '../../sample-tasks.ts';

const states: readonly TaskState[] = [
  { status: 'queued', waitingFor: 'turn' },
  { status: 'failed', remoteId: 'r', said },
  { status: 'missing', remoteId: 'r', said },
];

test('a selection too large to read offers only actions for tasks in the strip', async () => {
  new FakeMain().install();
  const { mostRead, offersToSelected } = await import('../../../../../renderer/rooms/history/selected-entries.ts');
  const entries = states.map((state) => withImages(sampleTask(state)));
  const offered = (selected: number): readonly [string, number][] => offersToSelected(entries, selected).map((offer) => [offer.action, offer.entries.length]);
  expect(offered(mostRead)).toEqual([['withdraw', 1], ['ask', 2], ['try-again', 1], ['dismiss', 2], ['copy-id', 3]]);
  expect(offered(mostRead + 1)).toEqual([['withdraw', 1], ['dismiss', 2]]);
  expect(offered(Infinity)).toEqual([['withdraw', 1], ['dismiss', 2]]);
});
