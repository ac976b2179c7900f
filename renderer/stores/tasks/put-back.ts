import { assertNever } from '../../../shared/result.ts';
import type { GenerationRequest, QueueReason, Task } from '../../../shared/task.ts';
import type { UndoQuestion } from '../../../shared/reverting.ts';
import { confirmFreedRoom } from '../accounts/change-money.ts';
import { confirmReleases } from '../accounts/released-tasks.ts';
import { confirmPutBack, confirmRelease, stillQueued } from '../compose/submit.ts';
import { isSame } from '../is-same.ts';
import { useTasks } from '../tasks-store.ts';

/**
 * Asks what main must know before an undo or redo, if tasks can be sent because of it. This is the only way by which tasks come back into the queue. Those that were on hold are not asked
 * about, and come back on hold. False: the person said no.
 */
export function confirmUndo(question: UndoQuestion): Promise<boolean> {
  switch (question.kind) {
    case 'put-back':
      return confirmPutBack(() => question.tasks);
    case 'request':
      // The window knows what it waits for now.
      return confirmRequest(useTasks.getState().tasks.get(question.task.id)?.task ?? question.task, question.request);
    case 'costs':
      return confirmFreedRoom(question.costs);
    default:
      return assertNever(question);
  }
}

/** A task that waits for one of these may be sent with another request. */
const keptBack: ReadonlySet<QueueReason> = new Set(['price', 'budget', 'references']);

/** What waits for these is sent only after another question, about what it costs by then. */
const asksLater: ReadonlySet<QueueReason> = new Set(['held', 'batch-held', 'stopped', 'unclear', 'key']);

/** Asks what must be asked before a waiting task gets another request: if it was kept back, or others behind it, about what is sent because of that; otherwise as before a submission. */
export async function confirmEdit(task: Task, request: GenerationRequest): Promise<boolean> {
  const { id, accountId, state, request: before } = task;
  if (state.status !== 'queued' || asksLater.has(state.waitingFor)) return true;
  const changed = (other: Task): Task => (other.id === id ? { ...other, request } : other);
  if (!keptBack.has(state.waitingFor)) return confirmRelease(() => stillQueued([task]).map(changed));
  const frees = (reason: QueueReason, other: Task): boolean => reason === 'budget' || (other.id === id && (reason === 'price' || (reason === 'references' && !isSame(before.references, request.references))));
  return confirmReleases({ accountId, frees, changed });
}

/** Asks what must be asked before an undo or redo gives a waiting task another request, with which it may be sent. One that waits because of its present request would be sent by nothing else. */
function confirmRequest(task: Task, request: GenerationRequest): Promise<boolean> {
  const { state } = task;
  if (state.status !== 'queued' || state.waitingFor === 'held') return Promise.resolve(true);
  return (keptBack.has(state.waitingFor) ? confirmPutBack : confirmRelease)(() => stillQueued([task]).filter((now) => isSame(now.request, task.request)).map((now) => ({ ...now, request })));
}
