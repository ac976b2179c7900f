import type { TaskWithImages } from '../../../shared/task.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { countOf, includes } from '../../stores/ranges.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notifyError } from '../../ui/toast.tsx';
import { hideTasks } from '../tasks/task-actions.ts';
import { historyActions } from './history-actions.ts';
import { selectNone, useHistory } from './history-store.ts';

/** More ids than that are a file's business. */
export const mostIds = 2000;
/** Rows that main answers at once. */
const atOnce = 500;

/** The service's id of each selected task, or Latent's own where it has none, one a line. */
export async function copySelectedIds(): Promise<void> {
  const entries = await selectedEntries();
  if (entries) await copyText(entries.map(({ task }) => remoteIdOf(task) ?? task.id).join('\n'), 'history.copied-ids');
}

/** Hides the selected tasks that are still at the head of the gallery, after a question where one of them may have been charged. */
export async function putSelectedAway(): Promise<void> {
  const entries = countOf(useHistory.getState().selected) > mostIds ? await selectedAtHead() : await selectedEntries();
  if (!entries) return;
  const atHead = entries.filter((entry) => historyActions(entry).main.includes('dismiss'));
  if (atHead.length > 0) await hideTasks(atHead.map(({ task }) => task));
  selectNone();
}

/** Of few: all of them, read from main. Null, and said, where that failed. */
async function selectedEntries(): Promise<readonly TaskWithImages[] | null> {
  const { selected, shown } = useHistory.getState();
  const entries: TaskWithImages[] = [];
  for (const [start, end] of selected) {
    for (let first = start; first < end; first += atOnce) {
      const answer = await bridge.libraryTasks({ token: shown.token, range: [first, Math.min(first + atOnce, end)] });
      if (!answer.ok) notifyError(answer.error);
      if (!answer.ok || answer.value === null) return null;
      entries.push(...answer.value);
    }
  }
  return entries;
}

/** Of many: those that have a tile, for only they can be put away. */
async function selectedAtHead(): Promise<readonly TaskWithImages[]> {
  const { selected, shown } = useHistory.getState();
  const entries: TaskWithImages[] = [];
  for (const entry of useTasks.getState().tasks.values()) {
    const at = await bridge.libraryLocateTask({ token: shown.token, taskId: entry.task.id });
    if (at.ok && at.value !== null && at.value >= 0 && includes(selected, at.value)) entries.push(entry);
  }
  return entries;
}
