import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { useStripSelection } from './strip-selection.ts';
import { useTasks } from '../tasks-store.ts';

type Tasks = ReadonlyMap<TaskId, TaskWithImages>;

/** All that is in progress, waiting or wrong. */
export const useHeadTasks = (): Tasks => useTasks(({ tasks }) => tasks);

const headTasks = (): Tasks => useTasks.getState().tasks;

/** The tasks that are selected in the strip, for event handlers. Leaves out those that have gone. */
export function selectedTasks(): readonly TaskWithImages[] {
  return chosenFrom(headTasks(), useStripSelection.getState().selected);
}

/** The task that the inspector shows: the focused one, or else the first that is selected. */
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
  return [...selected].map((id) => tasks.get(id)).filter((entry) => entry !== undefined);
}

function leadFrom(tasks: Tasks, selected: ReadonlySet<TaskId>, cursor: string | null): TaskWithImages | null {
  if (selected.size === 0) return null;
  const atCursor = cursor !== null && selected.has(cursor) ? tasks.get(cursor) : undefined;
  return atCursor ?? chosenFrom(tasks, selected)[0] ?? null;
}
