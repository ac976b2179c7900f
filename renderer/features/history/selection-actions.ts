import type { TaskWithImages } from '../../../shared/task.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { countOf, includes } from '../../stores/ranges.ts';
import { currentWords } from '../../stores/words.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { actOnTasks } from '../tasks/task-actions.ts';
import { historyActions } from './history-actions.ts';
import { isUndecided } from './history-matches.ts';
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

/**
 * Puts the tiles of the selected tasks away, where there is one. Of those whose outcome is unknown each is a decision of its
 * own, for money may hang on it: they stay.
 */
export async function putSelectedAway(): Promise<void> {
  const entries = countOf(useHistory.getState().selected) > mostIds ? await selectedAtHead() : await selectedEntries();
  if (!entries) return;
  const undecided = entries.filter(isUndecided).length;
  const tiles = entries.filter((entry) => !isUndecided(entry) && historyActions(entry).main.includes('dismiss'));
  if (undecided > 0) notify(currentWords()('history.undecided-stay', { undecided }));
  if (tiles.length > 0) await actOnTasks('dismiss', tiles.map(({ task }) => task.id));
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
