import { moveInAlbum } from '../../stores/gallery/move-in-album.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { useSheetTarget } from '../../stores/selection/mark-target.ts';
import { selectedIndices } from '../../stores/selection/selection-store.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { addToLastAlbum, chooseAlbum, takeOutOfAlbum } from '../../parts/marks/album-actions.ts';
import type { SheetLayout } from './layout/sheet-layout.ts';
import { moveFrom } from './sheet/sheet-moves.ts';
import { useSelected } from './selected-pictures.ts';

/** Keys that add the selected pictures to albums, and take them out of the one that is shown. */
export function useAlbumShortcuts(): void {
  const target = useSheetTarget();
  const some = useSelected().kind === 'image' || target.together > 0;
  const album = useGallery(({ view }) => view.byHand);
  useShortcut('add-to-album', () => chooseAlbum(target), some);
  useShortcut('add-to-last-album', ({ repeat }) => repeat || addToLastAlbum(target), some);
  useShortcut('take-out-of-album', ({ repeat }) => void (repeat || (album !== null && takeOutOfAlbum(album, target))), some && album !== null);
}

/** Keys that move the selected pictures within the album that is shown. */
export function useMoveShortcut(layout: SheetLayout): void {
  const isAlbum = useGallery(({ view }) => view.byHand !== null);
  useShortcut('move-in-album', ({ key }) => {
    const ranges = selectedIndices();
    const [first, end] = [ranges[0]?.[0], ranges.at(-1)?.[1]];
    if (first === undefined || end === undefined) return;
    const to: Readonly<Record<string, () => number>> = {
      ArrowLeft: () => first - 1,
      ArrowRight: () => end + 1,
      ArrowUp: () => moveFrom(layout, first, 'up', 0),
      ArrowDown: () => moveFrom(layout, end - 1, 'down', 0) + 1,
      Home: () => 0,
      End: () => layout.count,
    };
    const position = to[key]?.();
    if (position !== undefined) void moveInAlbum(position);
  }, isAlbum);
}
