import type { ImageId } from '../../../shared/task.ts';
import { entryAt, freshOf, indexOfImage } from './cells.ts';
import type { GalleryState } from './gallery-store.ts';
import { topRow } from './reopened-view.ts';
import { isSelectedAt, useSelection } from '../selection/selection-store.ts';

/** Cells that must not move: the selected ones, and the one under the pointer if the pointer was used last. */

let pointed: ImageId | null = null;
let pointerIsUsed = false;
const listeners = new Set<() => void>();
let cellsInTopRow = (): number => 0;

export const pointedImage = (): ImageId | null => (pointerIsUsed ? pointed : null);

/** The pointer is over this picture's cell, or over none. It may change without a movement of the pointer, because cells move. */
export function pointAt(id: ImageId | null): void {
  pointed = id;
  tell();
}

/** The pointer moved (true), or a key was pressed, so that the pointer no longer counts (false). */
export function pointerUsed(isUsed: boolean): void {
  if (pointerIsUsed === isUsed) return;
  pointerIsUsed = isUsed;
  tell();
}

/** Calls the listener when the held cells may have changed. */
export function onHeldChange(listener: () => void): void {
  listeners.add(listener);
}

/** Sets the function that counts the cells in the sheet's first row. */
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

/** Whether a cell after the fresh pictures is held. Of several selected cells, only the one that keys act on counts. */
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
