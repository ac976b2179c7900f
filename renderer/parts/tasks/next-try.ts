import { isInFlight, type Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { Formats } from '../../words/format.ts';

/** When Latent sends or checks a task again by itself. Null if nothing is due or nothing went wrong. */
export function nextTry(task: Task, now: number, say: Words, format: Formats): string | null {
  const { state, trouble } = task;
  const inTime = (at: number): string => format.duration(at - now + 999);
  if (state.status === 'queued') {
    if (state.retryAt === undefined) return null;
    return state.retryAt <= now ? say('tasks.tries-again-now') : say('tasks.tries-again-in', { time: inTime(state.retryAt) });
  }
  if (trouble === null || !isInFlight(task)) return null;
  if (trouble.kind === 'key-refused') return say('tasks.asks-again-with-key');
  return trouble.retryAt === null || trouble.retryAt <= now ? say('tasks.asks-again-now') : say('tasks.asks-again-in', { time: inTime(trouble.retryAt) });
}
