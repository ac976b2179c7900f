import { useEffect } from 'react';
import { create } from 'zustand';
import type { TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { countOf, includes, type Ranges } from '../../stores/selection/position-ranges.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { notifyError } from '../../ui/toast.tsx';
import { offersFor, type Offer } from '../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../parts/tasks/task-report.ts';
import { actionsOf } from './history-actions.ts';
import { useHistory, type ShownView } from '../../stores/history/history-store.ts';
import { rowsIn } from '../../stores/windowed/blocks.ts';

/** In a larger selection, only the tasks that are in progress, waiting or wrong are read. */
export const mostRead = 2000;
/** Actions that apply only to such tasks, so their counts are right for the whole selection. */
const ofTasksInStrip: readonly TaskAction[] = ['withdraw', 'release', 'stop', 'dismiss'];
/** Rows in one answer from main. */
const atOnce = 500;

interface Read {
  /** What the person chose when these tasks were read. They count until another choice, also while rows come and go and they are read again. */
  readonly choice: number | null;
  readonly entries: readonly TaskWithImages[];
}

const nothingRead: Read = { choice: null, entries: [] };
const useRead = create<Read>(() => nothingRead);

/** Reads the selected tasks that are not on the screen, and follows their changes. The room mounts it once. */
export function useReadSelection(): void {
  const selected = useHistory((history) => history.marked);
  const token = useHistory((history) => history.shown.token);
  useEffect(() => readSelection(selected), [selected, token]);
}

/** Returns a function that ends it. */
export function readSelection(selected: Ranges): () => void {
  let latest = true;
  const { shown, choices: choice } = useHistory.getState();
  if (selected.length === 0 || isHere(shown, selected)) {
    useRead.setState(nothingRead);
    return () => undefined;
  }
  const read = async (): Promise<void> => {
    const entries = countOf(selected) > mostRead ? await headTasks(shown, selected) : await rowsOf(shown, selected);
    if (latest && entries) useRead.setState({ choice, entries });
  };
  void read();
  const unsubscribe = bridge.onChanges(({ changes }) => {
    const changed = new Map(changes.flatMap((change) => (change.kind === 'task' ? [[change.task.task.id, change.task] as const] : [])));
    useRead.setState(({ entries }) => (entries.some(({ task }) => changed.has(task.id)) ? { entries: entries.map((entry) => changed.get(entry.task.id) ?? entry) } : {}));
  });
  return () => {
    latest = false;
    unsubscribe();
  };
}

/** The actions for the selected row, or for all selected rows; none until these are known. */
export function useOffers(): { readonly entries: readonly TaskWithImages[]; readonly offers: readonly Offer[] } {
  useHistory(({ cursor }) => cursor);
  useHistory(({ marked }) => marked);
  useHistory(({ shown }) => shown.blocks);
  useRead();
  return currentOffers();
}

/** The same, for event handlers. */
export function currentOffers(): { readonly entries: readonly TaskWithImages[]; readonly offers: readonly Offer[] } {
  const entries = selectedEntries();
  return { entries, offers: offersToSelected(entries, countOf(useHistory.getState().marked)) };
}

/** @param selected the number of selected rows; of a large selection, `entries` has only the tasks in the strip */
export function offersToSelected(entries: readonly TaskWithImages[], selected: number): readonly Offer[] {
  const offers = offersFor(entries, actionsOf);
  return selected > mostRead ? offers.filter(({ action }) => ofTasksInStrip.includes(action)) : offers;
}

function selectedEntries(): readonly TaskWithImages[] {
  const { cursor, marked: selected, shown, choices } = useHistory.getState();
  if (selected.length === 0) return cursor?.entry && cursor.index >= 0 ? [cursor.entry] : [];
  if (isHere(shown, selected)) return selected.flatMap(([first, end]) => rowsIn(shown.blocks, first, end) ?? []);
  const { choice, entries } = useRead.getState();
  return choice === choices ? entries : [];
}

function isHere({ blocks }: ShownView, selected: Ranges): boolean {
  return countOf(selected) <= mostRead && selected.every(([first, end]) => rowsIn(blocks, first, end) !== null);
}

/** For a small selection: all tasks, read from main. If that fails, notifies the person and returns null. */
async function rowsOf({ token, revision }: ShownView, selected: Ranges): Promise<readonly TaskWithImages[] | null> {
  const entries: TaskWithImages[] = [];
  for (const [start, end] of selected) {
    for (let first = start; first < end; first += atOnce) {
      const answer = await bridge.libraryTasks({ token, revision, range: [first, Math.min(first + atOnce, end)] });
      if (!answer.ok) notifyError(answer.error);
      if (!answer.ok || answer.value === null) return null;
      entries.push(...answer.value);
    }
  }
  return entries;
}

/** For a large selection: the tasks that are in progress, waiting or wrong. */
async function headTasks({ token, revision }: ShownView, selected: Ranges): Promise<readonly TaskWithImages[]> {
  const entries: TaskWithImages[] = [];
  for (const entry of useTasks.getState().tasks.values()) {
    const at = await bridge.libraryLocateTask({ token, revision, taskId: entry.task.id });
    if (at.ok && at.value !== null && at.value >= 0 && includes(selected, at.value)) entries.push(entry);
  }
  return entries;
}
