import type { TaskWithImages } from '../../../shared/task.ts';
import { selectedTasksIn, selectNothing, useLiveLists, type LiveList } from '../tasks/live-lists.ts';
import { useTasks, type Tasks } from '../tasks-store.ts';
import { select, useSelection } from './selection-store.ts';

/** The tasks that are selected in the list below the strip. Tasks and pictures are never selected together. */
useSelection.subscribe((now, before) => {
  if (now.selection !== null && now.selection !== before.selection) selectNoTasks();
});
useLiveLists.subscribe(({ strip }, { strip: before }) => {
  const selects = strip.cursor !== null || strip.marked.size > 0;
  if (selects && (strip.cursor !== before.cursor || strip.marked !== before.marked) && useSelection.getState().selection !== null) select(null);
});

export const selectNoTasks = (): void => selectNothing('strip');

/** The selected tasks, for event handlers. */
export const selectedTasks = (): readonly TaskWithImages[] => selectedTasksIn(useLiveLists.getState().strip);

/** The task that the inspector shows, for event handlers: the one at the cursor, or else the first that is selected. */
export const leadTask = (): TaskWithImages | null => leadOf(useLiveLists.getState().strip, useTasks.getState().tasks);

/** The same, kept up to date. Renders again only if this task has changed, because with thousands, some task does at every frame. */
export function useLeadTask(): TaskWithImages | null {
  const list = useLiveLists(({ strip }) => strip);
  return useTasks(({ tasks }) => leadOf(list, tasks));
}

function leadOf(list: LiveList, tasks: Tasks): TaskWithImages | null {
  const selected = selectedTasksIn(list, tasks);
  return selected.find(({ task }) => task.id === list.cursor) ?? selected[0] ?? null;
}
