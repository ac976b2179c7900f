import { create } from 'zustand';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { useTasks, type Tasks } from '../tasks-store.ts';
import { select, useSelection } from './selection-store.ts';

/** One line of the strip's panel: a task, or a group of tasks. */
export interface Line {
  /** A task's id, or the key of a group. */
  readonly key: string;
  readonly taskIds: readonly TaskId[];
}

interface StripSelection {
  readonly selected: ReadonlySet<TaskId>;
  /** The line with the focus. */
  readonly cursor: string | null;
  /** The line from which Shift extends the selection. */
  readonly pivot: string | null;
}

const nothing: StripSelection = { selected: new Set(), cursor: null, pivot: null };

/** The tasks that are selected in the strip. Tasks and pictures are never selected together. */
export const useStripSelection = create<StripSelection>(() => nothing);

useSelection.subscribe((now, before) => {
  if (now.selection !== null && now.selection !== before.selection) selectNoTasks();
});

/** As in file managers: select only this line, add or remove it (Control, Command), or select all lines from the last one that was chosen (Shift). */
export type Choice = 'one' | 'toggle' | 'range';

export function chooseLine(lines: readonly Line[], key: string, choice: Choice): void {
  const line = lines.find((other) => other.key === key);
  if (!line) return;
  const { selected, pivot } = useStripSelection.getState();
  const from = lines.findIndex((other) => other.key === pivot);
  if (choice === 'range' && from >= 0) {
    const to = lines.indexOf(line);
    const between = lines.slice(Math.min(from, to), Math.max(from, to) + 1);
    return set({ selected: new Set(between.flatMap(({ taskIds }) => taskIds)), cursor: key, pivot });
  }
  const chosen = choice === 'toggle' ? toggled(selected, line.taskIds) : new Set(line.taskIds);
  set({ selected: chosen, cursor: key, pivot: key });
}

export function selectLines(lines: readonly Line[]): void {
  const { cursor } = useStripSelection.getState();
  set({ selected: new Set(lines.flatMap(({ taskIds }) => taskIds)), cursor: cursor ?? lines[0]?.key ?? null, pivot: cursor });
}

/** Moves the focus to a line. The selection stays. */
export function moveCursor(cursor: string): void {
  if (useStripSelection.getState().cursor !== cursor) useStripSelection.setState({ cursor });
}

export function selectNoTasks(): void {
  if (useStripSelection.getState().selected.size > 0) useStripSelection.setState({ selected: nothing.selected, pivot: null });
}

function set(next: StripSelection): void {
  useStripSelection.setState(next);
  if (next.selected.size > 0 && useSelection.getState().selection !== null) select(null);
}

function toggled(selected: ReadonlySet<TaskId>, taskIds: readonly TaskId[]): ReadonlySet<TaskId> {
  const next = new Set(selected);
  const removes = taskIds.every((id) => selected.has(id));
  for (const id of taskIds) {
    if (removes) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** The selected tasks, for event handlers. Leaves out those that have gone. */
export const selectedTasks = (): readonly TaskWithImages[] => presentTasks(useTasks.getState().tasks, useStripSelection.getState());

export const useSelectedTasks = (): readonly TaskWithImages[] => presentTasks(useTasks(({ tasks }) => tasks), useStripSelection());

/** The task that the inspector shows, for event handlers: the focused one, or else the first that is selected. */
export const leadTask = (): TaskWithImages | null => leadOf(useTasks.getState().tasks, useStripSelection.getState());

export const useLeadTask = (): TaskWithImages | null => leadOf(useTasks(({ tasks }) => tasks), useStripSelection());

function presentTasks(tasks: Tasks, { selected }: StripSelection): readonly TaskWithImages[] {
  return [...selected].map((id) => tasks.get(id)).filter((entry) => entry !== undefined);
}

function leadOf(tasks: Tasks, selection: StripSelection): TaskWithImages | null {
  const { selected, cursor } = selection;
  const atCursor = cursor !== null && selected.has(cursor) ? tasks.get(cursor) : undefined;
  return atCursor ?? presentTasks(tasks, selection)[0] ?? null;
}
