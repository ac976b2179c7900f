import { cellCount, entryAt, indexBeside } from '../../../stores/gallery/cells.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { wantPictures } from '../../../stores/gallery/library-view.ts';
import { selectIndex } from '../../../stores/selection/selection-store.ts';
import { openViewer, useView } from '../../../stores/view-store.ts';

/** Neighbours on each side that are held: enough for the filmstrip of a wide window. */
export const around = 48;

/** Counts the jumps. A jump that waits for its picture is dropped when another one follows. */
let latest = 0;

/** Shows the picture at an index of the gallery, which may have to load first. The selection in the gallery follows. */
export function showIndex(index: number | null): void {
  latest += 1;
  if (index === null || tryIndex(index)) return;
  wantPictures('viewer', [Math.max(index - around, 0), index + around]);
  whenItComes(() => tryIndex(index));
}

/** Shows the last picture of the gallery, as soon as main has counted the matches. */
export function showLast(): void {
  latest += 1;
  const { token } = useGallery.getState().view;
  const tryLast = (): boolean => {
    const gallery = useGallery.getState();
    if (gallery.view.token !== token) return true;
    if (!gallery.view.counted) return false;
    showIndex(indexBeside(gallery, cellCount(gallery), -1));
    return true;
  };
  if (!tryLast()) whenItComes(tryLast);
}

/** Tries again at each change of the gallery, until it succeeds, another jump follows, or the viewer closes. */
function whenItComes(attempt: () => boolean): void {
  const jump = latest;
  const stop = useGallery.subscribe(() => {
    if (jump !== latest || useView.getState().viewer === null || attempt()) stop();
  });
}

function tryIndex(index: number): boolean {
  const entry = entryAt(useGallery.getState(), index);
  if (entry?.kind !== 'image') return entry === null;
  // So that closing leads to the picture that was looked at last.
  selectIndex(index);
  openViewer(entry.imageId);
  return true;
}
