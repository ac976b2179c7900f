import { array, assert, boolean, constant, nat, oneof, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchId, TaskId } from '../../../../shared/task.ts';
import { createWaitingTasks, type WaitingTask } from '../../../../electron/core/engine/submission/waiting-tasks.ts';

const request = { model: 'm', prompt: 'a harbour', size: '64x64', quality: 'low' };

const step = oneof(
  record({ kind: constant('insert' as const), id: nat(30), place: nat(5), batch: option(nat(3)) }),
  record({ kind: constant('remove' as const), id: nat(30) }),
  record({ kind: constant('move batch' as const), batch: nat(3), place: nat(5), isSorted: boolean() }),
);

test('tasks enter and leave in any order, also those with one place, and beside a batch that has just moved', () => {
  assert(
    property(array(step, { maxLength: 80 }), (steps) => {
      const places = new Map<BatchId, number>();
      const waiting = createWaitingTasks((id) => places.get(id) ?? null);
      const expected = new Map<TaskId, WaitingTask>();
      for (const each of steps) {
        if (each.kind === 'insert') {
          const task: WaitingTask = { id: `task-${each.id}`, place: each.place, batchId: each.batch === null ? null : (`batch-${each.batch}`), request, key: 'k' };
          waiting.insert(task);
          if (!expected.has(task.id)) expected.set(task.id, task);
        } else if (each.kind === 'remove') {
          expect(waiting.remove(`task-${each.id}`)).toBe(expected.delete(`task-${each.id}`));
        } else {
          places.set(`batch-${each.batch}`, each.place);
          if (each.isSorted) waiting.sort();
        }
        expect([...waiting].map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted());
      }
      waiting.sort();
      const order = [...waiting];
      expect(order.every((task, at) => at === 0 || waiting.compare(order[at - 1] ?? task, task) <= 0)).toBe(true);
    }),
  );
});

test('cancelling thousands from the last to the first takes no longer for each than cancelling a few', () => {
  const waiting = createWaitingTasks(() => null);
  let compared = 0;
  const taskAt = (place: number): WaitingTask => ({ id: `task-${place}`, place, batchId: null, request, key: 'k' });
  // Reading an id is what a search from the front would do.
  const counted = (task: WaitingTask): WaitingTask => Object.defineProperty({ ...task }, 'id', { get: () => ((compared += 1), task.id) });
  for (let place = 0; place < 4_000; place += 1) waiting.insert(counted(taskAt(place)));
  compared = 0;
  for (let place = 3_999; place >= 0; place -= 1) expect(waiting.remove(taskAt(place).id)).toBe(true);
  expect([...waiting]).toEqual([]);
  expect(compared).toBeLessThan(8_000);
});
