import type { ImageId, TaskWithImages } from '../../../../shared/task.ts';
import { reportTask, type TaskAction } from '../../../parts/tasks/task-report.ts';

/** What a list of tasks offers for one, most useful first. Its ID is copied elsewhere, and what was dismissed cannot be dismissed again. */
export function actionsOf(entry: TaskWithImages): readonly TaskAction[] {
  const { task } = entry;
  return reportTask(entry).actions.filter((action) => action !== 'copy-id' && (action !== 'dismiss' || task.dismissedAt === null));
}

/** The first picture of the task that is in the library. */
export function firstPicture({ images }: TaskWithImages): ImageId | null {
  return images.find((image) => image.state.status === 'kept')?.id ?? null;
}
