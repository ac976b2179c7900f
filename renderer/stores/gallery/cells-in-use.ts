import type { Range } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { selectedIndices, useSelection } from '../selection/selection-store.ts';
import { indexOfImage, useGallery } from './gallery-store.ts';

/** Cells that are in use must not move: the selected ones, and the one under the pointer if the pointer was used last. */

let pointed: ImageId | null = null;
let pointerIsUsed = false;
const listeners = new Set<() => void>();

/** What of the grid is in sight. */
export interface SheetSight {
  readonly atTop: boolean;
  readonly cells: Range;
  /** Number of cells in the first row if it is not full, so that new pictures join it. */
  readonly inShortRow: number;
}

let sheetSight = (): SheetSight | null => null;

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

/** Calls the listener when other cells may be in use. */
export function onUseChange(listener: () => void): void {
  listeners.add(listener);
}

/** Sets the function that tells what is in sight. Null: no grid is drawn. */
export function setSheetSight(sight: () => SheetSight | null): void {
  sheetSight = sight;
}

/** Whether new pictures may move the others: the grid is scrolled to its top, and none of the cells in sight is in use. */
export function maySheetFlow(): boolean {
  const sight = sheetSight();
  return sight === null || (sight.atTop && !isInUseWithin(sight.cells));
}

/** Whether a cell is in use in a row that new pictures would join. */
export function isShortRowInUse(): boolean {
  const sight = sheetSight();
  return sight !== null && isInUseWithin([0, sight.inShortRow]);
}

/** Fills all rows in the order of reading, also those of new pictures. */
export function flow(): void {
  if (useGallery.getState().origin > 0) useGallery.setState({ origin: 0 });
}

/** The same, unless that would move a cell that is in use. */
export function flowIfFree(): void {
  if (useGallery.getState().origin > 0 && maySheetFlow()) flow();
}

function isInUseWithin([first, end]: Range): boolean {
  const underPointer = pointedImage();
  const at = underPointer === null ? -1 : indexOfImage(useGallery.getState(), underPointer);
  return (at >= first && at < end) || selectedIndices().some(([from, to]) => from < end && to > first);
}

/** Whether any cell is in use. Of several selected cells, only the one that keys act on counts. */
export function isAnyInUse(): boolean {
  const underPointer = pointedImage();
  return useSelection.getState().selection !== null || (underPointer !== null && indexOfImage(useGallery.getState(), underPointer) >= 0);
}

function tell(): void {
  flowIfFree();
  for (const listener of listeners) listener();
}

useSelection.subscribe(tell);
