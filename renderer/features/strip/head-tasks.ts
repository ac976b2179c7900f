import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { isAtHead } from '../../../shared/task.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { useStripSelection } from '../../stores/strip-selection.ts';

type Tasks = ReadonlyMap<TaskId, TaskWithImages>;

/** All that is in progress, waiting or wrong. */
export const useHeadTasks = (): Tasks => useGallery(({ tasks }) => tasks);

const headTasks = (): Tasks => useGallery.getState().tasks;

/** The tasks that are selected in the strip, for event handlers. What has gone meanwhile is selected no more. */
export function selectedTasks(): readonly TaskWithImages[] {
  return chosenFrom(headTasks(), useStripSelection.getState().selected);
}

/** The one task that the inspector is about: where the keyboard is, else the first that is selected. */
export function useLeadTask(): TaskWithImages | null {
  const tasks = useHeadTasks();
  const selected = useStripSelection((state) => state.selected);
  const cursor = useStripSelection((state) => state.cursor);
  return leadFrom(tasks, selected, cursor);
}

/** The same, for event handlers. */
export function leadTask(): TaskWithImages | null {
  const { selected, cursor } = useStripSelection.getState();
  return leadFrom(headTasks(), selected, cursor);
}

function chosenFrom(tasks: Tasks, selected: ReadonlySet<TaskId>): readonly TaskWithImages[] {
  return [...selected].map((id) => tasks.get(id)).filter((entry) => entry !== undefined && isAtHead(entry)) as readonly TaskWithImages[];
}

function leadFrom(tasks: Tasks, selected: ReadonlySet<TaskId>, cursor: string | null): TaskWithImages | null {
  if (selected.size === 0) return null;
  const atCursor = cursor !== null && selected.has(cursor) ? tasks.get(cursor) : undefined;
  return atCursor && isAtHead(atCursor) ? atCursor : (chosenFrom(tasks, selected)[0] ?? null);
}
