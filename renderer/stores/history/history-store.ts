import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { TaskSort, ViewQuery, ViewToken } from '../../../shared/library/view.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { viewMemory } from '../view-memory.ts';
import { includes } from '../selection/ranges.ts';
import { counted, nothingSelected, selecting, type Selectable, type Selecting, type SelectionEvent } from '../selection/selecting.ts';
import { noBlocks, taskAt, type TaskBlocks } from './task-blocks.ts';

export type Sort = ViewQuery['sort'];

/** The view that main holds open for the table, with the loaded rows. */
export interface ShownView {
  readonly token: ViewToken;
  readonly query: ViewQuery;
  readonly total: number;
  /** False while main still counts. There are then at least `total` rows. */
  readonly totalKnown: boolean;
  readonly blocks: TaskBlocks;
  /** Counts the views that were shown. The table scrolls to the place of each once. */
  readonly generation: number;
}

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
  readonly panelOpen: boolean;
}

export const useHistory = create<HistoryStore>(() => ({
  ...viewMemory().history.query,
  caret: null,
  shown: { token: 0, query: viewMemory().history.query, total: 0, totalKnown: false, blocks: noBlocks, generation: 0 },
  stale: true,
  error: null,
  cursor: null,
  pivot: nothingSelected.pivot,
  marked: nothingSelected.marked,
  awaitsLast: nothingSelected.awaitsLast,
  panelOpen: false,
}));

/** The scroll position of the table in CSS pixels, which outlives the room. */
export const leftAt = {
  contentTop: 0,
  /** Height of the part in sight. */
  viewport: 600,
  /** The person has scrolled or selected since the view was shown. */
  moved: false,
};

export function cursorAt(index: number): Cursor {
  const entry = taskAt(useHistory.getState().shown.blocks, index);
  return { index, entry, id: entry?.task.id ?? null };
}

/** What a click or a key selects: the row alone, a range up to it, or the row as well (or no longer). */
export type Choice = 'one' | 'range' | 'toggle';

export function choose(at: number, kind: Choice): void {
  leftAt.moved = true;
  select({ kind, at });
}

/**
 * Selects the last row of a view that main still counts, as soon as it is known which that is, unless something else was selected by
 * then. All up to it are selected at once, wherever it is.
 */
export const awaitLast = (choice: 'one' | 'range'): void => select({ kind: 'last', choice });

/** Selects everything that matches, as one range, even before its end is known. */
export const selectAll = (): void => select({ kind: 'all' });

export const selectNone = (): void => select({ kind: 'alone' });

function select(event: SelectionEvent): void {
  const { shown, cursor, pivot, marked, awaitsLast } = useHistory.getState();
  put(selecting({ index: cursor?.index ?? -1, pivot, marked, awaitsLast }, event, rowsOf(shown)));
}

/** Carries out what waited for the end of the view. */
export function lastIsKnown(): void {
  const { shown, cursor, pivot, marked, awaitsLast } = useHistory.getState();
  put(counted({ index: cursor?.index ?? -1, pivot, marked, awaitsLast }, rowsOf(shown)));
}

const rowsOf = ({ total, totalKnown }: ShownView): Selectable => ({ length: total, counted: totalKnown });

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

/** The order after a click on a column. Numbers and times start with the largest, texts with A. A second click reverses the order. */
export function sortedBy(by: TaskSort, before: Sort): Sort {
  if (before.by === by) return { by, descending: !before.descending };
  return { by, descending: by === 'created' || by === 'took' || by === 'credits' };
}
