import { create } from 'zustand';
import type { Range, ViewToken } from '../../shared/library/view.ts';
import type { ImageId, TaskId } from '../../shared/task.ts';
import { cellCount, entryAt, indexAfter, indexOfImage, indexOfTask, slotsOf } from './cells.ts';
import type { Entry, GalleryState } from './gallery-store.ts';
import { useGallery } from './gallery-store.ts';
import { locate } from './library-view.ts';
import type { Marked } from './marked.ts';
import { firstCell, includesCell, markedCount, nothingMarked, toggledCell, withCells } from './marked.ts';
import { holdOnTo } from './reopened-view.ts';

/** The one cell that the inspector, the viewer and the keys are about. `blank`: its picture is not here yet. */
export type Selection = { readonly kind: 'image'; readonly imageId: ImageId } | { readonly kind: 'task'; readonly taskId: TaskId } | { readonly kind: 'blank' } | null;

export interface SelectionStore {
  readonly selection: Selection;
  /** Where the selection was last seen, so that a neighbour takes over when it goes away. */
  readonly index: number;
  /** Counts requests to bring the selected cell into sight and give it the focus. */
  readonly focusRequests: number;
  /** All that are selected together; empty: the selected cell alone. */
  readonly marked: Marked;
  /** Where a stretch that is drawn with Shift begins. */
  readonly pivot: number;
}

export const useSelection = create<SelectionStore>(() => ({ selection: null, index: 0, focusRequests: 0, marked: nothingMarked, pivot: 0 }));

/** Shows the selected cell and gives it the keyboard; without a selection, the first. */
export function focusSelection(): void {
  if (!useSelection.getState().selection) selectIndex(0);
  useSelection.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }));
}

export function select(selection: Selection): void {
  const index = indexOfSelection(useGallery.getState(), selection);
  useSelection.setState({ selection, index: Math.max(index, 0), pivot: Math.max(index, 0), marked: nothingMarked });
  if (index < 0) void seek();
}

export function selectImage(imageId: ImageId): void {
  select({ kind: 'image', imageId });
}

/** Selects the cell at an index of the gallery, clamped to its ends, and nothing else. */
export function selectIndex(index: number): void {
  const at = moveTo(index);
  if (at !== null) useSelection.setState({ pivot: at, marked: nothingMarked });
}

/** The keyboard came to a cell. Of several that are selected together it becomes the one that keys are about, and they stay selected. */
export function focusIndex(index: number): void {
  const now = useSelection.getState();
  if (now.index === index) return;
  if (now.marked !== nothingMarked && isSelectedAt(now, useGallery.getState(), index)) moveTo(index);
  else selectIndex(index);
}

/** Selects everything from the last cell that was chosen alone up to this one. */
export function extendTo(index: number): void {
  const { selection, pivot } = useSelection.getState();
  if (!selection) return selectIndex(index);
  const at = moveTo(index);
  if (at !== null) useSelection.setState({ marked: withCells(nothingMarked, slotsOf(useGallery.getState()), pivot, at) });
}

/** Takes the cell into the selection, or out of it. */
export function toggleIndex(index: number): void {
  const { selection, index: before, marked } = useSelection.getState();
  const slots = slotsOf(useGallery.getState());
  const base = selection && marked === nothingMarked ? withCells(nothingMarked, slots, before, before) : marked;
  const at = moveTo(index);
  if (at === null) return;
  const next = toggledCell(base, slots, at);
  useSelection.setState({ pivot: at, marked: markedCount(next, slots) === 0 && next.slotKeys.size === 0 ? nothingMarked : next });
}

/** Every picture that matches, at no cost, whatever is here of them. */
export function selectAll(): void {
  const state = useGallery.getState();
  const count = cellCount(state);
  if (count === 0) return;
  if (!useSelection.getState().selection) moveTo(0);
  useSelection.setState({ marked: withCells(nothingMarked, slotsOf(state), 0, count - 1) });
}

/** Back to the one cell. */
export function clearMarked(): void {
  useSelection.setState({ marked: nothingMarked });
}

/** What an action on the selection is to be done to: positions of a view, and pictures by id that are in none yet. */
export interface SelectionTarget {
  readonly token: ViewToken;
  readonly ranges: readonly Range[];
  readonly imageIds: readonly ImageId[];
}

export function selectionTarget(): SelectionTarget {
  const { selection, index, marked } = useSelection.getState();
  const state = useGallery.getState();
  const slots = slotsOf(state);
  const all = selection && marked === nothingMarked ? withCells(nothingMarked, slots, index, index) : marked;
  const imageIds = slots.flatMap((slot) => (slot.kind === 'image' && all.slotKeys.has(slot.key) ? [slot.imageId] : []));
  return { token: state.view.token, ranges: all.ranges, imageIds };
}

/** Whether a cell shows as selected. */
export function isSelectedAt({ selection, index: selected, marked }: Pick<SelectionStore, 'selection' | 'index' | 'marked'>, state: GalleryState, index: number): boolean {
  if (marked === nothingMarked) return selection !== null && index === selected;
  return includesCell(marked, slotsOf(state), index);
}

function moveTo(index: number): number | null {
  const state = useGallery.getState();
  const at = Math.min(Math.max(index, 0), cellCount(state) - 1);
  const entry = entryAt(state, at);
  if (!entry) return null;
  useSelection.setState({ selection: selectionOf(entry), index: at });
  return at;
}

function indexOfSelection(state: GalleryState, selection: Selection): number {
  if (selection?.kind === 'image') return indexOfImage(state, selection.imageId);
  return selection?.kind === 'task' ? indexOfTask(state, selection.taskId) : -1;
}

/**
 * A selected tile that became a picture leaves the selection on that picture; one that went away, on its neighbour. Positions of a
 * view stay what they are, here or not.
 */
function followSelection(now: GalleryState, before: GalleryState): void {
  const { selection, index, pivot } = useSelection.getState();
  if (now.view.token !== before.view.token) return followIntoView(now, before);
  if (!selection) return;
  const slot = slotsOf(before)[index];
  const at = slot ? indexOfSelection(now, selection) : (indexAfter(before, now, index) ?? -1);
  if (at >= 0) {
    const entry = selection.kind === 'blank' ? entryAt(now, at) : null;
    const here = entry && entry.kind !== 'blank' ? { selection: selectionOf(entry) } : {};
    if (at !== index || entry) useSelection.setState({ index: at, pivot: indexAfter(before, now, pivot) ?? at, ...here });
    return;
  }
  const successor = slotsOf(now).findIndex(({ key }) => key === slot?.key);
  if (successor >= 0) moveTo(successor);
  else if (cellCount(now) > 0) moveTo(index);
  else useSelection.setState({ selection: null, index: 0 });
}

useGallery.subscribe(followSelection);
holdOnTo('selection', () => {
  const { selection } = useSelection.getState();
  return selection?.kind === 'image' ? [selection.imageId] : [];
});

/**
 * Another view: what was marked in the old one means nothing here, the picture itself may be here too. One that is gone from the same
 * search, thrown away perhaps, leaves the selection to what follows it, or followed all that were selected with it.
 */
function followIntoView(now: GalleryState, before: GalleryState): void {
  const { selection, index: old, marked } = useSelection.getState();
  useSelection.setState({ marked: nothingMarked });
  const index = indexOfSelection(now, selection);
  if (index >= 0 || selection === null) return useSelection.setState({ index: Math.max(index, 0), pivot: Math.max(index, 0) });
  if (selection.kind === 'image' && !now.view.located.has(selection.imageId)) return void seek();
  const isSame = before.view.token !== 0 && now.view.search === before.view.search;
  const next = isSame ? moveTo(firstCell(marked, slotsOf(before)) ?? old) : null;
  useSelection.setState(next === null ? { selection: null, index: 0, pivot: 0 } : { pivot: next });
}

/** Asks main where the selected picture stands. One that is not in the view is selected no more. */
async function seek(): Promise<void> {
  const { selection } = useSelection.getState();
  if (selection?.kind !== 'image') return;
  const position = await locate(selection.imageId);
  if (position === null || useSelection.getState().selection !== selection) return;
  if (indexOfImage(useGallery.getState(), selection.imageId) >= 0) return select(selection);
  const index = slotsOf(useGallery.getState()).length + position;
  useSelection.setState(position < 0 ? { selection: null, index: 0, pivot: 0 } : { index, pivot: index });
}

export function selectionOf(entry: Entry): Selection {
  if (entry.kind === 'blank') return { kind: 'blank' };
  return entry.kind === 'image' ? { kind: 'image', imageId: entry.imageId } : { kind: 'task', taskId: entry.taskId };
}
