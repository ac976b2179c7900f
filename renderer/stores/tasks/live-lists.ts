import { create } from 'zustand';
import type { TaskWithImages } from '../../../shared/task.ts';
import { includes, nothing, type Ranges } from '../selection/position-ranges.ts';
import { selecting, type Selecting, type SelectionEvent } from '../selection/selecting.ts';
import { useTasks, type Tasks } from '../tasks-store.ts';
import { tasksOfRow, type TaskRow } from './listed-rows.ts';

/** The lists of what runs, waits or is wrong. */
export type LiveName = 'strip' | 'waiting' | 'progress' | 'problems';

/** The rows of a list, and what is selected in it. By keys, because rows come, go and are moved. */
export interface LiveList {
  readonly rows: readonly TaskRow[];
  /** The row that keys act on. */
  readonly cursor: string | null;
  /** The row from which Shift extends the selection, and keys go on if no row is selected. */
  readonly pivot: string | null;
  /** The rows that are selected together. Empty: only the one at the cursor. */
  readonly marked: ReadonlySet<string>;
}

const noKeys: ReadonlySet<string> = new Set();
const emptyList: LiveList = { rows: [], cursor: null, pivot: null, marked: noKeys };

/** Outlives the pages, so that a list is unchanged when it opens again. */
export const useLiveLists = create<Readonly<Record<LiveName, LiveList>>>(() => ({ strip: emptyList, waiting: emptyList, progress: emptyList, problems: emptyList }));

/** Groups and batches that the person opened or closed, in whatever list. */
export const useOpened = create<ReadonlyMap<string, boolean>>(() => new Map());

export function setGroupOpen(key: string, open: boolean): void {
  useOpened.setState(new Map(useOpened.getState()).set(key, open), true);
}

/** What a click or a key selects in a list. Only rows that stand for tasks are selected together: what can be done to a batch is done to it alone. */
export function selectInList(name: LiveName, event: SelectionEvent): void {
  const list = useLiveLists.getState()[name];
  const { index, pivot, marked } = selecting(positionsIn(list), event, { length: list.rows.length, counted: true });
  const keyAt = (at: number): string | null => list.rows[at]?.key ?? null;
  put(name, { cursor: keyAt(index), pivot: keyAt(pivot), marked: marked === nothing ? noKeys : new Set(list.rows.flatMap((row, at) => (tasksOfRow(row).length > 0 && includes(marked, at) ? [row.key] : []))) });
}

export function selectNothing(name: LiveName): void {
  const { cursor, pivot, marked } = useLiveLists.getState()[name];
  if (cursor !== null || marked.size > 0) put(name, { cursor: null, pivot: cursor ?? pivot, marked: noKeys });
}

/** Lets keys go on from a row, without selecting it. */
export const leadTo = (name: LiveName, pivot: string): void => put(name, { cursor: null, pivot, marked: noKeys });

/**
 * Shows the rows as they are now. If the row at the cursor was removed, keys go on from the row that takes its place. That one is not selected, because the
 * next key press may be meant for the removed row. If it is removed as well, they go on from the one after it.
 */
export function showRows(name: LiveName, rows: readonly TaskRow[]): void {
  const { rows: before, cursor, pivot, marked } = useLiveLists.getState()[name];
  if (rows === before) return;
  const keys = new Set(rows.map(({ key }) => key));
  const left = [...marked].every((key) => keys.has(key)) ? marked : new Set([...marked].filter((key) => keys.has(key)));
  const isLeft = cursor !== null && keys.has(cursor);
  const from = isLeft ? pivot : (cursor ?? pivot);
  put(name, { rows, marked: left.size === 0 ? noKeys : left, cursor: isLeft ? cursor : null, pivot: from === null || keys.has(from) ? from : besideGone(before, from, keys) });
}

/** The key of the nearest row below a removed one that is left, or else above it. */
function besideGone(before: readonly TaskRow[], gone: string, left: ReadonlySet<string>): string | null {
  const at = before.findIndex(({ key }) => key === gone);
  const stays = ({ kind, key }: TaskRow): boolean => kind !== 'heading' && left.has(key);
  return (before.slice(at).find(stays) ?? before.slice(0, at).findLast(stays))?.key ?? null;
}

const put = (name: LiveName, changed: Partial<LiveList>): void => useLiveLists.setState((lists) => ({ [name]: { ...lists[name], ...changed } }));

/** The same as positions. */
function positionsIn({ rows, cursor, pivot, marked }: LiveList): Selecting {
  const indexOf = (key: string | null): number => (key === null ? -1 : rows.findIndex((row) => row.key === key));
  const ranges: [number, number][] = [];
  for (const [at, { key }] of marked.size > 0 ? rows.entries() : []) {
    const last = ranges.at(-1);
    if (!marked.has(key)) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else ranges.push([at, at + 1]);
  }
  const found: Ranges = ranges.length === 0 ? nothing : ranges;
  return { index: indexOf(cursor), pivot: Math.max(indexOf(pivot), 0), marked: found, awaitsLast: null };
}

/** The rows that are selected, also if it is only the one at the cursor. */
export function selectedRows({ rows, cursor, marked }: LiveList): readonly TaskRow[] {
  if (cursor === null && marked.size === 0) return [];
  return rows.filter(({ key }) => (marked.size > 0 ? marked.has(key) : key === cursor));
}

/** The selected tasks, each once, as they are now. Leaves out those that have gone. */
export function selectedTasksIn(list: LiveList, tasks: Tasks = useTasks.getState().tasks): readonly TaskWithImages[] {
  const ids = new Set(selectedRows(list).flatMap((row) => tasksOfRow(row).map(({ task }) => task.id)));
  return [...ids].flatMap((id) => tasks.get(id) ?? []);
}
