import type { ImageId } from '../../shared/task.ts';
import { entryAt, freshOf, indexOfImage } from './cells.ts';
import type { GalleryState } from './gallery-store.ts';
import { topRow } from './reopened-view.ts';
import { isSelectedAt, useSelection } from './selection-store.ts';

/** Cells that nothing moves under a person's hand: the selected ones, and the one under the pointer while the pointer was used last. */

let pointed: ImageId | null = null;
let pointerIsUsed = false;
const listeners = new Set<() => void>();
let cellsInTopRow = (): number => 0;

export const pointedImage = (): ImageId | null => (pointerIsUsed ? pointed : null);

/** The pointer is over this picture's cell, or over none. Cells may move below a pointer that rests. */
export function pointAt(id: ImageId | null): void {
  pointed = id;
  tell();
}

/** The pointer moved, or a key was pressed and the pointer counts no more. */
export function pointerUsed(isUsed: boolean): void {
  if (pointerIsUsed === isUsed) return;
  pointerIsUsed = isUsed;
  tell();
}

/** Calls when other cells may be held than before. */
export function onHeldChange(listener: () => void): void {
  listeners.add(listener);
}

/** The sheet knows how many cells stand in its first row. */
export function setTopRow(cells: () => number): void {
  cellsInTopRow = cells;
}

function isHeld(state: GalleryState, index: number): boolean {
  const entry = entryAt(state, index);
  return isSelectedAt(useSelection.getState(), state, index) || (entry?.kind === 'image' && entry.imageId === pointedImage());
}

export function isTopRowHeld(state: GalleryState): boolean {
  return isAnyHeld(state, cellsInTopRow());
}

export function isFreshHeld(state: GalleryState): boolean {
  return isAnyHeld(state, freshOf(state).length);
}

/** Whether a cell behind the new pictures is held. If several are selected, only the one that keys act on counts. */
export function isViewHeld(state: GalleryState): boolean {
  const { selection, index } = useSelection.getState();
  const underPointer = pointedImage();
  const first = freshOf(state).length;
  return (selection !== null && index >= first) || (underPointer !== null && indexOfImage(state, underPointer) >= first);
}

function isAnyHeld(state: GalleryState, end: number): boolean {
  for (let index = 0; index < end; index += 1) if (isHeld(state, index)) return true;
  return false;
}

function tell(): void {
  for (const listener of listeners) listener();
}

topRow.isHeld = isTopRowHeld;
useSelection.subscribe(tell);
