import type { GenerationRequest, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
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

/** Asks what must be asked before an undo or redo gives a waiting task another request, with which it may be sent. One that waits because of its present request would be sent by nothing else. */
export function confirmRequest(task: Task, request: GenerationRequest): Promise<boolean> {
  const { state } = task;
  if (state.status !== 'queued' || state.waitingFor === 'held') return Promise.resolve(true);
  const isKeptBack = state.waitingFor === 'price' || state.waitingFor === 'budget' || state.waitingFor === 'references';
  return (isKeptBack ? confirmPutBack : confirmRelease)(() => stillQueued([task]).filter((now) => isSame(now.request, task.request)).map((now) => ({ ...now, request })));
}
