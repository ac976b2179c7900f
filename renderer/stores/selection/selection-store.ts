import { create } from 'zustand';
import type { Range, ViewToken } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { cellCount, entryAt, freshOf, indexAfter, indexOfImage } from '../gallery/cells.ts';
import { useGallery, type Entry, type GalleryState } from '../gallery/gallery-store.ts';
import { locate } from '../gallery/library-view.ts';
import { markedCount, nothingMarked, positionOf, type Marked } from './marked.ts';
import { endOf } from '../gallery/picture-view.ts';
import { includes, isAllUncounted, span, toggled, within, withoutRange } from './ranges.ts';
import { holdOnTo } from '../gallery/reopened-view.ts';

/** The one cell that the inspector, the viewer and the keys act on. `blank`: its picture is not loaded yet. */
export type Selection = { readonly kind: 'image'; readonly imageId: ImageId } | { readonly kind: 'blank' } | null;

export interface SelectionStore {
  readonly selection: Selection;
  /** The last known index of the selected cell, so that a neighbour can be selected when the cell is removed. */
  readonly index: number;
  /** Counts requests to bring the selected cell into sight and give it the focus. */
  readonly focusRequests: number;
  /** All cells that are selected together. Empty: only the selected cell. */
  readonly marked: Marked;
  /** The cell from which Shift extends the selection. */
  readonly pivot: number;
  /** Whether to select the last cell once main has counted the view, alone or with all cells up to it. Null: no. */
  readonly awaitsLast: 'alone' | 'up-to' | null;
}

export const useSelection = create<SelectionStore>(() => ({ selection: null, index: 0, focusRequests: 0, marked: nothingMarked, pivot: 0, awaitsLast: null }));

/** Brings the selected cell into sight and focuses it. Without a selection, selects the first cell. */
export function focusSelection(): void {
  if (!useSelection.getState().selection) selectIndex(0);
  useSelection.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }));
}

export function select(selection: Selection): void {
  const index = indexOfSelection(useGallery.getState(), selection);
  useSelection.setState({ selection, index: Math.max(index, 0), pivot: Math.max(index, 0), marked: nothingMarked, awaitsLast: null });
  if (index < 0) void seek();
}

export function selectImage(imageId: ImageId): void {
  select({ kind: 'image', imageId });
}

/** Selects the cell at an index of the gallery, clamped to its ends, and nothing else. */
export function selectIndex(index: number): void {
  const at = moveTo(index);
  if (at !== null) useSelection.setState({ pivot: at, marked: nothingMarked, awaitsLast: null });
}

/** A cell got the focus. If it is one of several selected cells, they stay selected, and keys act on this one. Otherwise, it is selected alone. */
export function focusIndex(index: number): void {
  const now = useSelection.getState();
  if (now.index === index) return;
  if (now.marked !== nothingMarked && isSelectedAt(now, useGallery.getState(), index)) {
    moveTo(index);
    forgetLast();
  } else selectIndex(index);
}

/** Selects everything from the last cell that was chosen alone up to this one. */
export function extendTo(index: number): void {
  const { selection, pivot } = useSelection.getState();
  if (!selection) return selectIndex(index);
  const at = moveTo(index);
  if (at !== null) useSelection.setState({ marked: between(pivot, at), awaitsLast: null });
}

/**
 * Selects the last cell of a view that main still counts, as soon as it is known, unless something else was selected by then. With
 * `up-to`, all cells up to the end are selected right away.
 */
export function awaitLast(awaitsLast: 'alone' | 'up-to'): void {
  const marked = awaitsLast === 'alone' ? nothingMarked : between(useSelection.getState().pivot, Infinity);
  useSelection.setState({ marked, awaitsLast });
  goToLast(useGallery.getState());
}

/** The person went on to something else. */
export function forgetLast(): void {
  useSelection.setState({ awaitsLast: null });
}

/** Adds the cell to the selection, or removes it. */
export function toggleIndex(index: number): void {
  const gallery = useGallery.getState();
  const base = selectedPositions();
  const at = moveTo(index);
  if (at === null) return;
  const next = toggled(base, positionOf(gallery, at));
  useSelection.setState({ pivot: at, marked: markedCount(next, gallery) === 0 ? nothingMarked : next, awaitsLast: null });
}

/** Selects every picture that matches, even if most are not loaded or their number is not known yet. */
export function selectAll(): void {
  const state = useGallery.getState();
  if (cellCount(state) === 0) return;
  if (!useSelection.getState().selection) moveTo(0);
  useSelection.setState({ marked: between(0, Infinity), awaitsLast: null });
}

/** The cells from one index of the gallery to another, both included, in either order. */
function between(from: number, to: number): Marked {
  const state = useGallery.getState();
  return [span(positionOf(state, from), Math.min(positionOf(state, to), endOf(state.view) - 1))];
}

/** Everything that is selected now, by position. */
export function selectedPositions(): Marked {
  const { selection, index, marked } = useSelection.getState();
  return selection && marked === nothingMarked ? between(index, index) : marked;
}

/**
 * Selects these positions together and nothing else.
 * @param end the position after the one that keys act on; null: that stays the same
 */
export function selectTogether(positions: Marked, end: number | null): void {
  const state = useGallery.getState();
  const count = markedCount(positions, state);
  const [first] = positions;
  if (!first || count === 0) return select(null);
  if (count === 1) return selectIndex(freshOf(state).length + first[0]);
  const at = end === null ? null : moveTo(freshOf(state).length + end - 1);
  useSelection.setState({ marked: positions, awaitsLast: null, ...(at !== null && { pivot: at }) });
}

/** Leaves only the one cell selected. */
export function clearMarked(): void {
  useSelection.setState({ marked: nothingMarked, awaitsLast: null });
}

/** The target of an action on the selection: positions in a view, and the ids of fresh pictures, which are in no view yet. */
export interface SelectionTarget {
  readonly token: ViewToken;
  readonly ranges: readonly Range[];
  readonly imageIds: readonly ImageId[];
}

export function selectionTarget(): SelectionTarget {
  const state = useGallery.getState();
  const all = selectedPositions();
  const imageIds = freshOf(state).flatMap(({ imageId }, at) => (includes(all, positionOf(state, at)) ? [imageId] : []));
  return { token: state.view.token, ranges: withoutRange(within(all, endOf(state.view)), [-Infinity, 0]), imageIds };
}

/** Whether a cell shows as selected. */
export function isSelectedAt({ selection, index: selected, marked }: Pick<SelectionStore, 'selection' | 'index' | 'marked'>, state: GalleryState, index: number): boolean {
  if (marked === nothingMarked) return selection !== null && index === selected;
  return includes(marked, positionOf(state, index));
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
  return selection?.kind === 'image' ? indexOfImage(state, selection.imageId) : -1;
}

function followSelection(now: GalleryState, before: GalleryState): void {
  if (now.view.token === before.view.token) followInView(now, before);
  else followIntoView(now, before);
  goToLast(now);
}

/** Selects the last cell, if that was requested and main has counted the view. */
function goToLast(now: GalleryState): void {
  const { awaitsLast } = useSelection.getState();
  if (awaitsLast === null || !now.view.counted) return;
  forgetLast();
  if (awaitsLast === 'alone') selectIndex(cellCount(now) - 1);
  else extendTo(cellCount(now) - 1);
  focusSelection();
}

/** Cells may have been added before the selected one. A blank cell may have its picture now. */
function followInView(now: GalleryState, before: GalleryState): void {
  const { selection, index, pivot } = useSelection.getState();
  if (!selection) return;
  const at = indexAfter(before, now, index);
  const entry = selection.kind === 'blank' ? entryAt(now, at) : null;
  const loaded = entry?.kind === 'image' ? { selection: selectionOf(entry) } : {};
  if (at !== index || entry) useSelection.setState({ index: at, pivot: indexAfter(before, now, pivot), ...loaded });
}

useGallery.subscribe(followSelection);
holdOnTo('selection', () => {
  const { selection } = useSelection.getState();
  return selection?.kind === 'image' ? [selection.imageId] : [];
});

/**
 * Moves the selection to a new view. Old positions mean nothing there, but the selected picture may be in it too. If the picture has disappeared
 * from the same search, the next one is selected, or the one after all that were selected with it. If the old view did not contain the picture
 * either, nothing stays selected. If the old view was never counted, "everything" stays selected, and the last cell is sought in the new view.
 */
function followIntoView(now: GalleryState, before: GalleryState): void {
  const { selection, index: old, marked, awaitsLast } = useSelection.getState();
  const isSame = before.view.token !== 0 && now.view.search === before.view.search;
  const goesOn = isSame && !before.view.counted;
  // The person has removed this cell from the selection, so keys acted on another one.
  const isLeftOut = goesOn && marked !== nothingMarked && !includes(marked, positionOf(before, old));
  useSelection.setState({ marked: goesOn && isAllUncounted(marked) ? marked : nothingMarked, awaitsLast: goesOn ? awaitsLast : null });
  if (isLeftOut) return useSelection.setState({ selection: null, index: 0, pivot: 0 });
  const index = indexOfSelection(now, selection);
  if (index >= 0 || selection === null) return useSelection.setState({ index: Math.max(index, 0), pivot: Math.max(index, 0) });
  if (selection.kind === 'image' && !now.view.located.has(selection.imageId)) return void seek();
  const next = isSame && stoodAt(before, old, selection) ? moveTo(marked[0] ? freshOf(before).length + marked[0][0] : old) : null;
  useSelection.setState(next === null ? { selection: null, index: 0, pivot: 0 } : { pivot: next });
}

/** Whether the selected picture was in the view. A cell that is not loaded is assumed to be that picture. */
function stoodAt(state: GalleryState, index: number, selection: Selection): boolean {
  const entry = entryAt(state, index);
  return entry?.kind === 'blank' || (entry?.kind === 'image' && selection?.kind === 'image' && entry.imageId === selection.imageId);
}

/** Asks main for the position of the selected picture. Deselects a picture that is not in the view. */
async function seek(): Promise<void> {
  const { selection } = useSelection.getState();
  if (selection?.kind !== 'image') return;
  const position = await locate(selection.imageId);
  if (position === null || useSelection.getState().selection !== selection) return;
  if (indexOfImage(useGallery.getState(), selection.imageId) >= 0) return select(selection);
  const index = freshOf(useGallery.getState()).length + position;
  useSelection.setState(position < 0 ? { selection: null, index: 0, pivot: 0 } : { index, pivot: index });
}

export function selectionOf(entry: Entry): Selection {
  if (entry.kind === 'blank') return { kind: 'blank' };
  return { kind: 'image', imageId: entry.imageId };
}
