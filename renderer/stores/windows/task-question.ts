import { assertNever } from '../../../shared/result.ts';
import { canBeSettled, isIdCorrectable, isInFlight, isUnclear, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { ask, propsOf, change, dismiss } from '../../ui/dialogs/ask.ts';

/**
 * A question that a task action asks first. `hide`: it is not known whether some of the tasks were accepted and charged. While it is open, the tasks are
 * kept as they are now.
 */
export interface TaskQuestion {
  readonly kind: 'attach' | 'correct-id' | 'settle' | 'hide' | 'generate-again';
  /** At least one. Just one for `attach` and `correct-id`. */
  readonly tasks: readonly Task[];
}

export const askAboutTasks = (question: TaskQuestion): void => void ask('task', { question });

/** What has arrived of tasks that an open question is changing. */
const answering = new Map<TaskId, TaskWithImages | null>();

/**
 * The person has answered the open question about one task. What arrives of the task until `act` has ended, which may be before main's answer, is the act itself, so that it
 * does not make the question outdated.
 */
export async function whileAnswering({ id }: Task, act: () => Promise<void>): Promise<void> {
  answering.set(id, null);
  try {
    await act();
  } finally {
    const latest = answering.get(id) ?? null;
    answering.delete(id);
    if (latest !== null) questionTasksChanged([latest]);
  }
}

/** Tasks have changed. An open question shows them as they are now, without those that it makes no sense for any more. If none is left, it closes and says so. */
export function questionTasksChanged(entries: readonly TaskWithImages[]): void {
  const question = propsOf('task')?.question;
  if (question === undefined) return;
  for (const entry of entries) if (answering.has(entry.task.id)) answering.set(entry.task.id, entry);
  const changed = new Map(entries.flatMap(({ task }) => (answering.has(task.id) ? [] : [[task.id, task] as const])));
  if (!question.tasks.some(({ id }) => changed.has(id))) return;
  const tasks = question.tasks.map((task) => changed.get(task.id) ?? task).filter((task) => isAbout(question.kind, task));
  if (tasks.length > 0) return change('task', { question: { ...question, tasks } });
  dismiss('task');
  notify(currentWords()('tasks.question-outdated', { count: question.tasks.length }));
}

/** Whether the question can be asked about a task in this state. */
function isAbout(kind: TaskQuestion['kind'], task: Task): boolean {
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
