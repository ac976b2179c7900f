import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { TaskSort, ViewQuery, ViewToken } from '../../../shared/library/view.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { viewMemory } from '../view-memory.ts';
import { includes, nothing, span, toggled, within, type Ranges } from '../selection/ranges.ts';
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

interface HistoryStore {
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
  /** The selected rows. Empty: only the cursor. */
  readonly selected: Ranges;
  /** The row from which Shift extends the selection. */
  readonly anchor: number;
  /** Whether to select the last row once main has counted the view, alone or as the end of a range. Null: no. */
  readonly awaitsLast: 'one' | 'range' | null;
  readonly panelOpen: boolean;
}

export const useHistory = create<HistoryStore>(() => ({
  ...viewMemory().history.query,
  caret: null,
  shown: { token: 0, query: viewMemory().history.query, total: 0, totalKnown: false, blocks: noBlocks, generation: 0 },
  stale: true,
  error: null,
  cursor: null,
  selected: nothing,
  anchor: 0,
  awaitsLast: null,
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

export function choose(index: number, choice: Choice): void {
  const { anchor, cursor, selected } = useHistory.getState();
  const next = { cursor: cursorAt(index), awaitsLast: null };
  leftAt.moved = true;
  switch (choice) {
    case 'one':
      return useHistory.setState({ ...next, selected: nothing, anchor: index });
    case 'range':
      return useHistory.setState({ ...next, selected: [span(anchor, index)] });
    case 'toggle': {
      const before = selected.length === 0 && cursor && cursor.index >= 0 ? [span(cursor.index, cursor.index)] : selected;
      return useHistory.setState({ ...next, selected: toggled(before, index), anchor: index });
    }
  }
}

/**
 * Selects the last row of a view that main still counts, as soon as it is known which that is, unless something else was selected by
 * then. All up to it are selected at once, wherever it is.
 */
export function awaitLast(awaitsLast: 'one' | 'range'): void {
  useHistory.setState(({ anchor }) => ({ awaitsLast, selected: awaitsLast === 'one' ? nothing : [[anchor, Infinity]] }));
  lastIsKnown();
}

/** Carries out `awaitsLast` if the end of the view is known. */
export function lastIsKnown(): void {
  const { shown, selected, awaitsLast } = useHistory.getState();
  if (!shown.totalKnown) return;
  useHistory.setState({ selected: within(selected, shown.total) });
  if (awaitsLast && shown.total > 0) choose(shown.total - 1, awaitsLast);
}

/** Selects everything that matches, as one range, even before its end is known. */
export function selectAll(): void {
  const { shown, cursor } = useHistory.getState();
  if (shown.total === 0) return;
  useHistory.setState({ selected: [[0, shown.totalKnown ? shown.total : Infinity]], anchor: 0, awaitsLast: null, cursor: cursor ?? cursorAt(0) });
}

export function selectNone(): void {
  useHistory.setState({ selected: nothing, awaitsLast: null });
}

export function isSelected({ selected, cursor }: Pick<HistoryStore, 'selected' | 'cursor'>, index: number, entry: TaskWithImages | null): boolean {
  if (selected.length > 0) return includes(selected, index);
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
