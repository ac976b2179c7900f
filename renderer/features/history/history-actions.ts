import type { ImageId, TaskWithImages } from '../../../shared/task.ts';
import type { TaskAction } from '../tasks/task-report.ts';
import { reportTask } from '../tasks/task-report.ts';

export type HistoryAction = TaskAction | 'show-picture' | 'copy-prompt' | 'use-again';

/** Buttons of the panel: those that the state calls for, most useful first, and those that every task has. */
export interface HistoryActions {
  readonly main: readonly HistoryAction[];
  readonly always: readonly HistoryAction[];
}

/** What can be done with a task here. A tile that was put away cannot be put away again. */
export function historyActions(entry: TaskWithImages): HistoryActions {
  const { task } = entry;
  const own = reportTask(entry).actions.filter((action) => action !== 'copy-id' && (action !== 'dismiss' || task.dismissedAt === null));
  // A failed task may have been charged for a picture that is there after all: asking costs nothing.
  const asks = task.state.status === 'failed' && !own.includes('ask') ? (['ask'] as const) : [];
  return {
    main: [...(firstPicture(entry) === null ? [] : (['show-picture'] as const)), ...own, ...asks],
    always: [...(task.request.prompt === '' ? [] : (['use-again', 'copy-prompt'] as const)), 'copy-id'],
  };
}

/** The first picture of the task that is in the library. */
export function firstPicture({ images }: TaskWithImages): ImageId | null {
  return images.find((image) => image.state.status === 'kept')?.id ?? null;
}
