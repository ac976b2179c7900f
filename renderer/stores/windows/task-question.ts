import { assertNever } from '../../../shared/result.ts';
import { canBeSettled, isIdCorrectable, isInFlight, isUnclear, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { ask, useView, type Question } from './view-store.ts';

/** What has arrived of tasks that an open question is changing. */
const held = new Map<TaskId, TaskWithImages | null>();

/**
 * The person has answered the open question about one task. What arrives of the task until `act` has ended, which may be before main's answer, is the act itself, so that it
 * does not make the question outdated.
 */
export async function whileAnswering({ id }: Task, act: () => Promise<void>): Promise<void> {
  held.set(id, null);
  try {
    await act();
  } finally {
    const latest = held.get(id) ?? null;
    held.delete(id);
    if (latest !== null) questionTasksChanged([latest]);
  }
}

/** Tasks have changed. An open question shows them as they are now, without those that it makes no sense for any more. If none is left, it closes and says so. */
export function questionTasksChanged(entries: readonly TaskWithImages[]): void {
  const { question } = useView.getState();
  if (question === null) return;
  for (const entry of entries) if (held.has(entry.task.id)) held.set(entry.task.id, entry);
  const changed = new Map(entries.flatMap(({ task }) => (held.has(task.id) ? [] : [[task.id, task] as const])));
  if (!question.tasks.some(({ id }) => changed.has(id))) return;
  const tasks = question.tasks.map((task) => changed.get(task.id) ?? task).filter((task) => isAbout(question.kind, task));
  ask(tasks.length === 0 ? null : { ...question, tasks });
  if (tasks.length === 0) notify(currentWords()('tasks.question-outdated', { count: question.tasks.length }));
}

/** Whether the question can be asked about a task in this state. */
function isAbout(kind: Question['kind'], task: Task): boolean {
  const { state, dismissedAt } = task;
  switch (kind) {
    case 'generate-again':
      // What is in progress may still make the picture, and what has pictures need not be made again.
      return !isInFlight(task) && state.status !== 'missing' && !(state.status === 'completed' && state.imageCount > 0);
    case 'attach':
      return isUnclear(task);
    case 'correct-id':
      return isIdCorrectable(task, false);
    case 'settle':
      return canBeSettled(task);
    case 'hide':
      return (isUnclear(task) || !isInFlight(task)) && dismissedAt === null;
    default:
      return assertNever(kind);
  }
}
