import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { appFacts } from '../app-store.ts';
import { confirmUnhold } from '../compose/submit.ts';
import { useTasks } from '../tasks-store.ts';
import { isSendingStopped, unheldTasks } from './resume-sending.ts';

const isQueueStopped = (): boolean => appFacts().settings.queueStopped;

/** Holds the whole queue, or lets it go on after a question about what is then sent. Shows errors. False: nothing was changed. */
export async function holdAll(holds: boolean): Promise<boolean> {
  const tasks = (): readonly Task[] => (isQueueStopped() ? unheldTasks(useTasks.getState().tasks, (id) => !isSendingStopped(id)) : []);
  if (!holds && !(await confirmUnhold(tasks))) return false;
  return (await notifyIfFailed(bridge.settingsUpdate({ queueStopped: holds }))).ok;
}

/** Holds a batch, or lets it go on after a question about what is then sent. Shows errors. */
export async function holdBatch({ id, accountId }: BatchWithProgress, holds: boolean): Promise<void> {
  const isKeptBack = (): boolean => isQueueStopped() || isSendingStopped(accountId) || appFacts().batches.every((batch) => batch.id !== id || batch.hold === null);
  const tasks = (): readonly Task[] => (isKeptBack() ? [] : [...useTasks.getState().tasks.values()].flatMap(({ task }) => (isHeldBy(id, task) ? [task] : [])));
  if (!holds && !(await confirmUnhold(tasks))) return;
  await notifyIfFailed(bridge.batchesHold({ batchId: id, held: holds }));
}

/** A task that is on hold itself stays so. */
const isHeldBy = (id: BatchWithProgress['id'], { batchId, state }: Task): boolean => batchId === id && state.status === 'queued' && state.waitingFor !== 'held';
