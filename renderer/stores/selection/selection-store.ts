import { create } from 'zustand';
import type { Range, ViewToken } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { cellCount, entryAt, freshOf, indexAfter, indexOfImage } from '../gallery/cells.ts';
import { useGallery, type Entry, type GalleryState } from '../gallery/gallery-store.ts';
import { locate } from '../gallery/library-view.ts';
import { nothingMarked, positionOf } from './marked.ts';
import { countOf, includes, isAllUncounted, withoutRange, type Ranges } from './ranges.ts';
import { counted, nothingSelected, selectedIn, selecting, type Selectable, type Selecting, type SelectionEvent } from './selecting.ts';
import { holdOnTo } from '../gallery/reopened-view.ts';

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

export function select(selection: Selection): void {
  const index = indexOfSelection(useGallery.getState(), selection);
  useSelection.setState(({ choices }) => ({ ...nothingSelected, selection, index, pivot: Math.max(index, 0), choices: choices + 1 }));
  if (index < 0) void seek();
}

export function selectImage(imageId: ImageId): void {
  select({ kind: 'image', imageId });
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

/** The person went on to something else. */
export const forgetLast = (): void => choose({ kind: 'forget-last' });

/** Adds the cell to the selection, or removes it. */
export const toggleIndex = (at: number): void => choose({ kind: 'toggle', at });

/** Selects every picture that matches, even if most are not loaded or their number is not known yet. */
export const selectAll = (): void => choose({ kind: 'all' });

/** Leaves only the one cell selected. */
export const clearMarked = (): void => choose({ kind: 'alone' });

/** Everything that is selected now, by index. */
export const selectedIndices = (): Ranges => selectedIn(byIndex(useSelection.getState(), useGallery.getState()));

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

function choose(event: SelectionEvent): void {
  const gallery = useGallery.getState();
  const before = byIndex(useSelection.getState(), gallery);
  const next = selecting(before, event, rowsOf(gallery));
  if (next === before) return;
  apply(next, gallery);
  useSelection.setState(({ choices }) => ({ choices: choices + 1 }));
}

const rowsOf = (gallery: GalleryState): Selectable => ({ length: cellCount(gallery), counted: gallery.view.counted });

/** The selection with indices of the gallery instead of positions in the view. */
function byIndex(now: Selecting, gallery: GalleryState): Selecting {
  return { ...now, marked: movedBy(now.marked, freshOf(gallery).length) };
}

function apply({ index, pivot, marked, awaitsLast }: Selecting, gallery: GalleryState): void {
  const entry = entryAt(gallery, index);
  // The picture of a cell that is not loaded may be known.
  const isOther = entry !== null && (entry.kind === 'image' || index !== useSelection.getState().index);
  useSelection.setState({ index, pivot, marked: movedBy(marked, -freshOf(gallery).length), awaitsLast, ...(isOther && { selection: selectionOf(entry) }) });
}

const movedBy = (ranges: Ranges, by: number): Ranges => (by === 0 || ranges.length === 0 ? ranges : ranges.map(([first, end]) => [first + by, end + by]));

/** The target of an action on the selection: positions in a view, and the ids of fresh pictures, which are in no view yet. */
export interface SelectionTarget {
  readonly token: ViewToken;
  readonly revision: number;
  readonly ranges: readonly Range[];
  readonly imageIds: readonly ImageId[];
}

export function selectionTarget(): SelectionTarget {
  const state = useGallery.getState();
  const fresh = freshOf(state);
  const all = selectedIndices();
  const imageIds = fresh.flatMap(({ imageId }, at) => (includes(all, at) ? [imageId] : []));
  return { token: state.view.token, revision: 0, ranges: withoutRange(movedBy(all, -fresh.length), [-Infinity, 0]), imageIds };
}

/** Whether a cell shows as selected. */
export function isSelectedAt({ selection, index: selected, marked }: Pick<SelectionStore, 'selection' | 'index' | 'marked'>, state: GalleryState, index: number): boolean {
  if (marked === nothingMarked) return selection !== null && index === selected;
  return includes(marked, positionOf(state, index));
}

function indexOfSelection(state: GalleryState, selection: Selection): number {
  return selection?.kind === 'image' ? indexOfImage(state, selection.imageId) : -1;
}

function followSelection(now: GalleryState, before: GalleryState): void {
  if (now.view.token === before.view.token) followInView(now, before);
  else followIntoView(now, before);
  goToLast(now);
}

/** Carries out what waited for the end of the view. */
function goToLast(now: GalleryState): void {
  const before = byIndex(useSelection.getState(), now);
  const next = counted(before, rowsOf(now));
  if (next === before) return;
  apply(next, now);
  if (before.awaitsLast !== null) focusSelection();
}

/** Cells may have been added before the selected one. A blank cell may have its picture now. */
function followInView(now: GalleryState, before: GalleryState): void {
  const { selection, index, pivot } = useSelection.getState();
  if (!selection || index < 0) return;
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
  if (isLeftOut) return selectNone();
  const index = indexOfSelection(now, selection);
  if (index >= 0 || selection === null) return useSelection.setState({ index, pivot: Math.max(index, 0) });
  if (selection.kind === 'image' && !now.view.located.has(selection.imageId)) return void seek();
  const next = Math.min(marked[0] ? freshOf(before).length + marked[0][0] : old, cellCount(now) - 1);
  const entry = isSame && stoodAt(before, old, selection) ? entryAt(now, next) : null;
  if (entry) useSelection.setState({ selection: selectionOf(entry), index: next, pivot: next });
  else selectNone();
}

const selectNone = (): void => useSelection.setState({ selection: null, index: -1, pivot: 0 });

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
  if (position < 0) selectNone();
  else useSelection.setState({ index, pivot: index });
}

export function selectionOf(entry: Entry): Selection {
  if (entry.kind === 'blank') return { kind: 'blank' };
  return { kind: 'image', imageId: entry.imageId };
}
