import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { Splice, ViewQuery } from '../../../shared/library/view.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { viewMemory } from '../windows/remember-view.ts';
import { includes } from '../selection/position-ranges.ts';
import { counted, nothingSelected, selecting, selectionAfter, type Selecting, type SelectionEvent } from '../selection/selecting.ts';
import { rowAt } from '../windowed/blocks.ts';
import { positionAfter } from '../windowed/moved-rows.ts';
import { openedView, type WindowedView } from '../windowed/windowed-view.ts';

export type Sort = ViewQuery['sort'];

/** The view that main holds open for the table, as far as it is loaded. */
export interface ShownView extends WindowedView<TaskWithImages> {
  readonly query: ViewQuery;
}

/** Rows that are requested together. */
const blockSize = 100;
/** Several screenfuls in any direction: a few megabytes. */
const mostBlocks = 40;

export const openedRows = (query: ViewQuery, token: number, rows: readonly TaskWithImages[], total: number | null): ShownView => ({ ...openedView(token, rows, total, blockSize, mostBlocks), query });

/** The row that keys act on. `entry` is null until its block is loaded. `index` is -1 if the task does not match. */
export interface Cursor {
  readonly index: number;
  readonly id: TaskId | null;
  readonly entry: TaskWithImages | null;
}

interface HistoryStore extends Omit<Selecting, 'index'> {
  /** As typed. */
  readonly search: string;
  /** Where the caret is in the search field. Null: nobody types in it. */
  readonly caret: number | null;
  readonly sort: Sort;
  readonly shown: ShownView;
  /** The rows on screen belong to an older search or order. */
  readonly stale: boolean;
  readonly error: AppError | null;
  readonly cursor: Cursor | null;
  /** Counts what the person chose, as opposed to what a new view changed. */
  readonly choices: number;
  readonly panelOpen: boolean;
}

export const useHistory = create<HistoryStore>(() => ({
  ...viewMemory().history.query,
  caret: null,
  shown: openedRows(viewMemory().history.query, 0, [], null),
  stale: true,
  error: null,
  cursor: null,
  choices: 0,
  pivot: nothingSelected.pivot,
  marked: nothingSelected.marked,
  awaitsLast: nothingSelected.awaitsLast,
  panelOpen: false,
}));

export function cursorAt(index: number): Cursor {
  const entry = rowAt(useHistory.getState().shown.blocks, index);
  return { index, entry, id: entry?.task.id ?? null };
}

/** What a click or a key selects: the row alone, a range up to it, or the row as well (or no longer). */
export type Choice = 'one' | 'range' | 'toggle';

export function choose(at: number, kind: Choice): void {
  selectRows({ kind, at });
}

export const selectNone = (): void => selectRows({ kind: 'alone' });

export function selectRows(event: SelectionEvent): void {
  const { shown, choices } = useHistory.getState();
  put(selecting(selectingNow(), event, shown));
  useHistory.setState({ choices: choices + 1 });
}

/** Carries out what waited for the end of the view. */
export function lastIsKnown(): void {
  put(counted(selectingNow(), useHistory.getState().shown));
}

/** Moves the selection on with the rows. `located`: where the row that keys act on is now; -1: it no longer matches, and no other takes its place. */
export function followRows(splices: readonly Splice[], located: number): void {
  const { cursor, shown } = useHistory.getState();
  const before = selectingNow();
  const next = selectionAfter(before, splices, located, shown.length);
  const isGone = cursor !== null && located < 0 && (before.index < 0 || positionAfter(splices, before.index) === null);
  useHistory.setState({ pivot: next.pivot, marked: next.marked, cursor: cursor && { ...cursor, index: isGone ? -1 : next.index } });
}

function selectingNow(): Selecting {
  const { cursor, pivot, marked, awaitsLast } = useHistory.getState();
  return { index: cursor?.index ?? -1, pivot, marked, awaitsLast };
}

function put({ index, pivot, marked, awaitsLast }: Selecting): void {
  const { cursor } = useHistory.getState();
  useHistory.setState({ pivot, marked, awaitsLast, ...(index !== (cursor?.index ?? -1) && { cursor: cursorAt(index) }) });
}

export function isSelected({ marked, cursor }: Pick<HistoryStore, 'marked' | 'cursor'>, index: number, entry: TaskWithImages | null): boolean {
  if (marked.length > 0) return includes(marked, index);
  // Compare the id if it is known, because a new view has the row elsewhere.
  return cursor !== null && (cursor.id === null ? cursor.index === index : cursor.id === entry?.task.id);
}

export function setPanelOpen(panelOpen: boolean): void {
  useHistory.setState({ panelOpen });
}
