import type { ImageId } from '../../../shared/task.ts';
import { isSelectedAt, useSelection } from '../selection/selection-store.ts';
import { entryAt, indexOfImage, useGallery, type GalleryState } from './gallery-store.ts';

/** Cells that must not move: the selected ones, and the one under the pointer if the pointer was used last. */

let pointed: ImageId | null = null;
let pointerIsUsed = false;
const listeners = new Set<() => void>();
let cellsInTopRow = (): number => 0;

export const pointedImage = (): ImageId | null => (pointerIsUsed ? pointed : null);

/** Sets the picture whose cell is under the pointer. It can change without a movement of the pointer, because cells move. */
export function pointAt(id: ImageId | null): void {
  pointed = id;
  tell();
}

/** Called with true if the pointer moved, and with false if a key was pressed, so that the pointer no longer counts. */
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

export function isTopRowHeld(state: GalleryState): boolean {
  const row = Array.from({ length: cellsInTopRow() }, (_, index) => index);
  return row.some((index) => {
    const entry = entryAt(state, index);
    return isSelectedAt(useSelection.getState(), index) || (entry?.kind === 'image' && entry.imageId === pointedImage());
  });
}

/** Whether any cell is held. Of several selected cells, only the one that keys act on counts. */
export function isAnyHeld(): boolean {
  const underPointer = pointedImage();
  return useSelection.getState().selection !== null || (underPointer !== null && indexOfImage(useGallery.getState(), underPointer) >= 0);
}

function tell(): void {
  for (const listener of listeners) listener();
}

useSelection.subscribe(tell);
