import type { ImageId } from '../../../../shared/task.ts';
import { appFacts } from '../../../stores/app-store.ts';
import { lookAgain, lookOf } from '../../../stores/pictures/thumbnail-looks.ts';
import { presenceOf } from '../../../stores/pictures/presence.ts';
import { imageIn, loadAgain, showBroken, type Cell } from './cell.ts';

/** How often an address is requested again if its picture is not known to be broken. */
const mostTries = 3;

/** Asks main why. Requests the thumbnail again if it was given up while it was off the screen, and is on the screen again. */
export async function thumbnailFailed(cell: Cell): Promise<void> {
  const id = imageIn(cell);
  if (id === null) return;
  const look = await lookAgain(id);
  if (imageIn(cell) !== id || cell.state !== 'loading') return;
  if (look?.broken === null && cell.tries < mostTries) {
    cell.tries += 1;
    loadAgain(cell);
  } else {
    cell.hope = hopeFor(id);
    showBroken(cell);
  }
}

/** Requests a broken thumbnail again after something happened that may have mended it. */
export function retryIfHopeful(cell: Cell): void {
  const id = imageIn(cell);
  if (id === null || cell.state !== 'broken' || cell.hope === hopeFor(id)) return;
  cell.hope = hopeFor(id);
  // The file may have come back. The other reasons hold until somebody tries again.
  const broken = lookOf(id)?.broken;
  if (presenceOf(id) === 'here' && (!broken || broken === 'file-missing')) loadAgain(cell);
}

/** What decides whether a thumbnail may be available. If it changes, the thumbnail is requested again. */
function hopeFor(id: ImageId): string {
  return `${appFacts().librarySearch.rounds} ${String(presenceOf(id) === 'here')} ${String(lookOf(id)?.broken)}`;
}
