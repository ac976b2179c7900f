import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { sameArrangement } from '../../../shared/library/arrangement.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { cellCount, entryAt, indexOfImage, locate, useGallery, type Entry, type GalleryState } from '../gallery/gallery-store.ts';
import { splicesSince } from '../windowed/windowed-view.ts';
import { countOf, includes, isAllUncounted, nearestIn, nothing, type Ranges } from './position-ranges.ts';
import { counted, nothingSelected, selectedIn, selecting, selectionAfter, type Selectable, type Selecting, type SelectionEvent } from './selecting.ts';

/** The one cell that the inspector, the viewer and the keys act on. `blank`: its picture is not loaded yet. */
export type Selection = { readonly kind: 'image'; readonly imageId: ImageId } | { readonly kind: 'blank' } | null;

export interface SelectionStore extends Selecting {
  /** The cell at `index`. */
  readonly selection: Selection;
  /** Counts requests to bring the selected cell into sight and give it the focus. */
  readonly focusRequests: number;
  /** Counts what the person chose, as opposed to what a new view changed. */
  readonly choices: number;
}

export const useSelection = create<SelectionStore>(() => ({ ...nothingSelected, selection: null, focusRequests: 0, choices: 0 }));

/** Brings the selected cell into sight and focuses it. Without a selection, selects the first cell. */
export function focusSelection(): void {
  if (!useSelection.getState().selection) selectIndex(0);
  useSelection.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }));
}

export function select(selection: Selection, index = indexOf(selection)): void {
  useSelection.setState(({ choices }) => ({ ...nothingSelected, selection, index, pivot: Math.max(index, 0), choices: choices + 1 }));
  if (index < 0) void findSelected();
}

/** @param index where it is, if that is known */
export function selectImage(imageId: ImageId, index?: number): void {
  select({ kind: 'image', imageId }, index);
}

function indexOf(selection: Selection): number {
  return selection?.kind === 'image' ? indexOfImage(useGallery.getState(), selection.imageId) : -1;
}

/** Selects the cell at an index of the gallery, clamped to its ends, and nothing else. */
export const selectIndex = (at: number): void => choose({ kind: 'one', at });

/** A cell got the focus. If it is one of several selected cells, they stay selected, and keys act on this one. Otherwise, it is selected alone. */
export function focusIndex(at: number): void {
  if (useSelection.getState().index !== at) choose({ kind: 'focus', at });
}

/** Selects everything from the last cell that was chosen alone up to this one. */
export const extendTo = (at: number): void => choose({ kind: 'range', at });

/**
 * Selects the last cell of a view that main still counts, as soon as it is known, unless something else was selected by then. With
 * `range`, all cells up to the end are selected right away.
 */
export const awaitLast = (choice: 'one' | 'range'): void => choose({ kind: 'last', choice });

/** Called when the person moves on to something else. */
export const forgetLast = (): void => choose({ kind: 'forget-last' });

/** Adds the cell to the selection, or removes it. */
export const toggleIndex = (at: number): void => choose({ kind: 'toggle', at });

/** Selects every picture that matches, even if most are not loaded or their number is not known yet. */
export const selectAll = (): void => choose({ kind: 'all' });

/** Leaves only the one cell selected. */
export const clearMarked = (): void => choose({ kind: 'alone' });

/** Everything that is selected now, by index. */
export const selectedIndices = (): Ranges => selectedIn(useSelection.getState());

/**
 * Selects these indices together and nothing else.
 * @param end the index after the one that keys act on; null: that stays the same
 */
export function selectTogether(ranges: Ranges, end: number | null): void {
  const [first] = ranges;
  if (!first) select(null);
  else if (countOf(ranges) === 1) selectIndex(first[0]);
  else choose({ kind: 'together', ranges, at: end === null ? null : end - 1 });
}

export function selectionTarget(): SelectionTarget {
  const { token, revision } = useGallery.getState().view;
  return { token, revision, ranges: selectedIndices(), imageIds: [] };
}

/** Whether a cell shows as selected. */
export function isSelectedAt({ selection, index: selected, marked }: Pick<SelectionStore, 'selection' | 'index' | 'marked'>, index: number): boolean {
  if (marked === nothing) return selection !== null && index === selected;
  return includes(marked, index);
}

function choose(event: SelectionEvent): void {
  const gallery = useGallery.getState();
  const before = useSelection.getState();
  const next = selecting(before, event, rowsOf(gallery));
  if (next === before) return;
  apply(next, gallery);
  useSelection.setState(({ choices }) => ({ choices: choices + 1 }));
}

const rowsOf = (gallery: GalleryState): Selectable => ({ length: cellCount(gallery), counted: gallery.view.counted });

function apply({ index, pivot, marked, awaitsLast }: Selecting, gallery: GalleryState): void {
  const { selection, index: before } = useSelection.getState();
  const entry = entryAt(gallery, index);
  // The picture of a cell may be known even if the cell is not loaded.
  const isKnown = entry?.kind === 'blank' ? index === before : entry !== null && selection?.kind === 'image' && selection.imageId === entry.imageId;
  useSelection.setState({ index, pivot, marked, awaitsLast, selection: isKnown ? selection : entry && selectionOf(entry) });
}

function followSelection(now: GalleryState, before: GalleryState): void {
  const splices = splicesSince(before.view, now.view);
  if (splices === null) followIntoView(now, before);
  else {
    const { selection } = useSelection.getState();
    const located = selection?.kind === 'image' ? now.view.located.get(selection.imageId) : undefined;
    follow(now, (selected) => selectionAfter(selected, splices, located ?? -1, cellCount(now)));
  }
  const waited = useSelection.getState().awaitsLast;
  follow(now, (selected) => counted(selected, rowsOf(now)));
  if (waited !== useSelection.getState().awaitsLast) focusSelection();
}

function follow(now: GalleryState, change: (before: SelectionStore) => Selecting): void {
  const before = useSelection.getState();
  const next = change(before);
  // A blank cell may have its picture now.
  if (next !== before || (before.selection?.kind === 'blank' && entryAt(now, before.index)?.kind === 'image')) apply(next, now);
}

useGallery.subscribe(followSelection);

/**
 * Moves the selection to another view, where old positions mean nothing, but the selected picture may be in it too. If the same search had to be
 * opened again before it was counted, "everything" stays selected, and the last cell is looked for in the new view.
 */
function followIntoView(now: GalleryState, before: GalleryState): void {
  const { selection, index, marked, awaitsLast } = useSelection.getState();
  const goesOn = before.view.token !== 0 && now.view.search === before.view.search && sameArrangement(now.view.arrangement, before.view.arrangement) && !before.view.counted;
  // The person has removed this cell from the selection, so keys acted on another one.
  const isLeftOut = goesOn && marked !== nothing && !includes(marked, index);
  const at = selection?.kind === 'image' && !isLeftOut ? indexOfImage(now, selection.imageId) : -1;
  const kept = { marked: goesOn && isAllUncounted(marked) ? marked : nothing, awaitsLast: goesOn ? awaitsLast : null };
  useSelection.setState({ ...kept, index: at, pivot: Math.max(at, 0), ...((isLeftOut || selection?.kind !== 'image') && { selection: null }) });
  if (at < 0) void findSelected();
}

/** Asks main for the position of the selected picture. Selects the top of its stack if that is closed. Deselects a picture that is not in the view. */
async function findSelected(): Promise<void> {
  const { selection } = useSelection.getState();
  if (selection?.kind !== 'image') return;
  const index = await locate(selection.imageId);
  if (useSelection.getState().selection !== selection) return;
  // Another view was opened meanwhile.
  if (index === null) return;
  if (index < 0) return useSelection.setState({ selection: null, index, pivot: 0 });
  const gallery = useGallery.getState();
  const entry = gallery.view.arrangement.stack === null ? null : entryAt(gallery, index);
  useSelection.setState({ index, pivot: index, ...(entry && { selection: selectionOf(entry) }) });
}

function selectionOf(entry: Entry): Selection {
  if (entry.kind === 'blank') return { kind: 'blank' };
  return { kind: 'image', imageId: entry.imageId };
}

/**
 * The one cell that the inspector, the menu and the keys act on. It is the selected cell, which has the focus. If it was removed from a
 * selection of several cells, it is the nearest cell that is still selected.
 */
function leadOf(now: Pick<SelectionStore, 'selection' | 'index' | 'marked'>, gallery: GalleryState): Selection {
  const { selection, index, marked } = now;
  if (marked === nothing || isSelectedAt(now, index)) return selection;
  const nearest = nearestIn(marked, index);
  const entry = nearest === null ? null : entryAt(gallery, nearest);
  return entry && selectionOf(entry);
}

export function useLead(): Selection {
  const now = useSelection(useShallow(({ selection, index, marked }) => ({ selection, index, marked })));
  return useGallery(useShallow((gallery) => leadOf(now, gallery)));
}

/** The same, for event handlers. */
export const lead = (): Selection => leadOf(useSelection.getState(), useGallery.getState());
