import type { AppError } from '../../shared/errors.ts';
import type { AccountId, GenerationRequest, TaskId } from '../../shared/task.ts';
import { newTask } from '../../shared/task.ts';
import { bridge } from '../bridge.ts';
import { expectTasks, forgetTasks } from './tasks-store.ts';

export interface Submission {
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  /** Each is a task of its own. */
  readonly count: number;
  /** The task that this one tries again. */
  readonly retryOf: TaskId | null;
}

/**
 * Hands new tasks to main. The ids are minted here, at the click, so that a replay is not taken twice; they
 * show at once and are taken back when main answers an error. Null: main has them on disk.
 */
export async function submitTasks({ accountId, request, count, retryOf }: Submission): Promise<AppError | null> {
  // As main is about to write them down.
  const createdAt = Date.now();
  const tasks = Array.from({ length: count }, () => newTask(crypto.randomUUID(), accountId, request, retryOf, createdAt));
  const taskIds = tasks.map((task) => task.id);
  expectTasks(tasks);
  const answer = await bridge.tasksSubmit({ accountId, request, taskIds, retryOf });
  if (answer.ok) return null;
  forgetTasks(taskIds);
  return answer.error;
}
