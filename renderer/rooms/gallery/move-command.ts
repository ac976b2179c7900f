import type { Press } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { moveInAlbum } from '../../stores/gallery/move-in-album.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { selectedIndices } from '../../stores/selection/selection-store.ts';
import type { GridLayout } from './layout/grid-layout.ts';
import { moveFrom } from './grid/grid-moves.ts';

/** Moves the selected pictures within the album that is shown. */
export function useMoveCommand(layout: GridLayout): void {
  const isAlbum = useGallery(({ view }) => view.byHand !== null);
  const move = ({ key }: Press): void => {
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
  };
  useCommands('gallery', { 'move-in-album': isAlbum && move });
}
