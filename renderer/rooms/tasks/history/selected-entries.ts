import { useEffect } from 'react';
import { create } from 'zustand';
import { mostLocatedTasks } from '../../../../shared/input-limits.ts';
import type { Change } from '../../../../shared/ipc/api.ts';
import type { TaskId, TaskWithImages } from '../../../../shared/task.ts';
import { bridge } from '../../../bridge.ts';
import { countOf, includes, type Ranges } from '../../../stores/selection/position-ranges.ts';
import { useTasks } from '../../../stores/tasks-store.ts';
import { notifyError } from '../../../ui/toast.tsx';
import { offersFor, type Offer } from '../../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../../parts/tasks/task-report.ts';
import { actionsOf } from '../list/task-row-actions.ts';
import { useHistory, type ShownView } from '../../../stores/tasks/history-store.ts';
import { rowsIn } from '../../../stores/windowed/blocks.ts';
import { changedMeanwhile } from '../../../stores/windowed/changed-meanwhile.ts';

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

/** Reads the selected tasks that are not on the screen, and follows their changes. The page mounts it once. */
export function useReadSelection(): void {
  const selected = useHistory((history) => history.marked);
  const token = useHistory((history) => history.shown.token);
  useEffect(() => readSelection(selected), [selected, token]);
}

/** How often there was something to read. */
let wanted = 0;
let reading = false;
const tasksMeanwhile = changedMeanwhile<TaskId, TaskWithImages>();

/** Returns a function that ends it. */
export function readSelection(selected: Ranges): () => void {
  wanted += 1;
  if (selected.length === 0 || isHere(useHistory.getState().shown, selected)) {
    useRead.setState(nothingRead);
    return () => undefined;
  }
  void readOn();
  return bridge.onChanges(({ changes }) => {
    const changed = new Map(changedTasks(changes).map((entry) => [entry.task.id, entry]));
    useRead.setState(({ entries }) => (entries.some(({ task }) => changed.has(task.id)) ? { entries: entries.map((entry) => changed.get(entry.task.id) ?? entry) } : {}));
  });
}

const changedTasks = (changes: readonly Change[]): readonly TaskWithImages[] => changes.flatMap((change) => (change.kind === 'task' ? [change.task] : []));

/**
 * Reads the selected tasks, and again if the selection has moved meanwhile. What was read counts even so: rows that come and go move a selection, and with
 * much going on they always do. Only another choice of the person makes it worthless.
 */
async function readOn(): Promise<void> {
  if (reading) return;
  reading = true;
  // Of its own, because nobody else may follow the selection until the answer is here.
  const unfollow = bridge.onChanges(({ changes }) => {
    for (const entry of changedTasks(changes)) tasksMeanwhile.changed(entry.task.id, entry);
  });
  for (let read = 0; read !== wanted; ) {
    read = wanted;
    const { shown, choices: choice, marked: selected } = useHistory.getState();
    if (selected.length === 0 || isHere(shown, selected)) continue;
    tasksMeanwhile.begin();
    const entries = countOf(selected) > mostRead ? await headTasks(shown, selected) : await rowsOf(shown, selected);
    tasksMeanwhile.end();
    if (entries && choice === useHistory.getState().choices) useRead.setState({ choice, entries: entries.map((entry) => tasksMeanwhile.newest(entry.task.id, entry)) });
  }
  unfollow();
  reading = false;
}

/** Renders again when the selected tasks may have changed, if it follows them. */
export function useSelectionChanges(follows: boolean): void {
  useHistory(({ cursor }) => follows && cursor);
  useHistory(({ marked }) => follows && marked);
  useHistory(({ shown }) => follows && shown.blocks);
  useRead((read) => follows && read);
}

/** The actions for the selected row, or for all selected rows; none until these are known. For event handlers. */
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

/** For a large selection: the tasks that are in progress, waiting or wrong. Null if the view has moved on. */
async function headTasks({ token, revision }: ShownView, selected: Ranges): Promise<readonly TaskWithImages[] | null> {
  const head = [...useTasks.getState().tasks.values()];
  const entries: TaskWithImages[] = [];
  for (let at = 0; at < head.length; at += mostLocatedTasks) {
    const some = head.slice(at, at + mostLocatedTasks);
    const answer = await bridge.libraryLocateTasks({ token, revision, taskIds: some.map(({ task }) => task.id) });
    if (!answer.ok) notifyError(answer.error);
    if (!answer.ok || answer.value === null) return null;
    const positions = answer.value;
    entries.push(...some.filter((_, index) => (positions[index] ?? -1) >= 0 && includes(selected, positions[index] ?? -1)));
  }
  return entries;
}
