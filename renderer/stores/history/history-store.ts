import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { TaskSort, ViewQuery, ViewToken } from '../../../shared/library/view.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { viewMemory } from '../view-memory.ts';
import type { Ranges } from '../selection/ranges.ts';
import { includes, nothing, span, toggled, within } from '../selection/ranges.ts';
import type { TaskBlocks } from './task-blocks.ts';
import { noBlocks, taskAt } from './task-blocks.ts';

export type Sort = ViewQuery['sort'];

/** What main holds open for the table, and the rows of it that are here. */
export interface ShownView {
  readonly token: ViewToken;
  readonly query: ViewQuery;
  readonly total: number;
  /** False until main has gone through everything: there are at least as many. */
  readonly totalKnown: boolean;
  readonly blocks: TaskBlocks;
  /** Counts the times that a view was put in its place: each time it is scrolled to it once. */
  readonly generation: number;
}

/** The row that keys act on. Its task is not known while its block is on the way, its index -1 where it does not match. */
export interface Cursor {
  readonly index: number;
  readonly id: TaskId | null;
  readonly entry: TaskWithImages | null;
}

interface HistoryStore {
  /** As typed. */
  readonly search: string;
  /** Where somebody types in it; null: nobody does. */
  readonly caret: number | null;
  readonly sort: Sort;
  readonly shown: ShownView;
  /** The rows on screen belong to an older search or order until its answer is here. */
  readonly stale: boolean;
  readonly error: AppError | null;
  readonly cursor: Cursor | null;
  /** Several rows, or empty: then the cursor's. */
  readonly selected: Ranges;
  /** Where a range begins that Shift draws. */
  readonly anchor: number;
  /** The last row is to be selected when main has counted the view, alone or as the end of a range; null: it is not. */
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

/** Where the table stands in its list, in CSS pixels: coming back to it is coming back to the same place. */
export const leftAt = {
  contentTop: 0,
  /** Height of what is seen of the rows. */
  viewport: 600,
  /** The person has scrolled or selected since the view was shown. */
  moved: false,
};

export function cursorAt(index: number): Cursor {
  const entry = taskAt(useHistory.getState().shown.blocks, index);
  return { index, entry, id: entry?.task.id ?? null };
}

/** How a click or a key goes on from what is selected: that row alone, a range up to it, or it as well. */
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

/** Selects what was to be selected when it is known where the view ends, if it is. */
export function lastIsKnown(): void {
  const { shown, selected, awaitsLast } = useHistory.getState();
  if (!shown.totalKnown) return;
  useHistory.setState({ selected: within(selected, shown.total) });
  if (awaitsLast && shown.total > 0) choose(shown.total - 1, awaitsLast);
}

/** All that match, be it a million: one range, also before it is known where it ends. */
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
  // By its id as long as that is known: a new view has it elsewhere.
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
