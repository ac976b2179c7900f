import type { GenerationRequest, QueueReason, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { confirmReleases } from '../accounts/released-tasks.ts';
import { confirmPutBack, confirmRelease, stillQueued } from '../compose/submit.ts';
import { isSame } from '../is-same.ts';
import type { Outcome } from '../undo.ts';

/** The most tasks that one call takes. */
const mostAtOnce = 10_000;

const isHeld = ({ state }: Task): boolean => state.status === 'queued' && state.waitingFor === 'held';

/**
 * Undoes the cancelling of tasks. Always asks before any of them can be sent, with what they cost now, because the undo key is easily pressed. Those that were on hold come back on hold.
 * @param tasks as they were before they were cancelled
 */
export async function putBack(tasks: readonly Task[]): Promise<Outcome> {
  if (!(await confirmPutBack(() => tasks.filter((task) => !isHeld(task))))) return 'declined';
  let outcome: Outcome = 'nothing';
  for (let at = 0; at < tasks.length; at += mostAtOnce) {
    const part = tasks.slice(at, at + mostAtOnce);
    const answer = await bridge.tasksRequeue({ taskIds: part.map(({ id }) => id), held: part.filter(isHeld).map(({ id }) => id) });
    if (answer.ok) outcome = 'done';
    else if (answer.error.code !== 'wrong-state') return answer.error;
  }
  return outcome;
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
export function confirmRequest(task: Task, request: GenerationRequest): Promise<boolean> {
  const { state } = task;
  if (state.status !== 'queued' || state.waitingFor === 'held') return Promise.resolve(true);
  return (keptBack.has(state.waitingFor) ? confirmPutBack : confirmRelease)(() => stillQueued([task]).filter((now) => isSame(now.request, task.request)).map((now) => ({ ...now, request })));
}
