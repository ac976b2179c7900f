import { randomUUID } from 'node:crypto';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';

/** Batches and single tasks that a test sends, and what came of them. */

export async function openStarted(): Promise<EngineRig> {
  const rig = await openEngineRig();
  await rig.engine.start();
  return rig;
}

export const requestOf = (prompt: string, model = 'm'): GenerationRequest => ({ model, prompt, size: '64x64', quality: 'low' });

export const numbered = (count: number, word = 'prompt'): readonly string[] => Array.from({ length: count }, (_, at) => `${word} ${at}`);

export function newBatch(of: readonly (string | GenerationRequest)[]) {
  return {
    batch: { id: randomUUID(), accountId: testAccount.id, name: 'A list', recipe: { from: 'list' } },
    tasks: of.map((request) => ({ id: randomUUID(), request: typeof request === 'string' ? requestOf(request) : request, retryOf: null })),
  } as const;
}

/** Sends a batch and lets everything that this sets off come to rest. */
export async function submitBatch(rig: EngineRig, of: readonly (string | GenerationRequest)[]): Promise<{ readonly batchId: string; readonly ids: readonly TaskId[] }> {
  const { batch, tasks } = newBatch(of);
  // A call to a process that has died is never answered.
  await Promise.race([rig.engine.submitBatch(batch, tasks), rig.settle()]);
  await rig.settle();
  return { batchId: batch.id, ids: tasks.map(({ id }) => id) };
}

/** The prompts of all POSTs. */
export const posted = (rig: EngineRig): readonly string[] => rig.service.posts.map(({ request }) => request.prompt);

/** The number of tasks in each status, with the reason of queued ones. */
export async function tally(rig: EngineRig, ids: readonly TaskId[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { task: { state } } of rig.engine.latest(await Promise.all(ids.map(rig.stored)))) {
    const word = state.status === 'queued' ? state.waitingFor : state.status;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
