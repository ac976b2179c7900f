import { FolderHeart, FolderMinus } from 'lucide-react';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { chooseAlbum, useAlbum } from '../../stores/albums.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { takeOutOfAlbum } from './album-actions.ts';

interface AlbumItemsProps {
  readonly of: MarkTarget;
  readonly disabled?: boolean;
}

/** Menu items that add pictures to an album, and take them out of the album that is shown. */
export function AlbumItems({ of, disabled = false }: AlbumItemsProps) {
  const say = useWords();
  const shown = useShownAlbum();
  return (
    <>
      <MenuItem icon={<FolderHeart size={14} />} shortcut="add-to-album" disabled={disabled} onSelect={() => chooseAlbum(of)}>
        {say('albums.add')}
      </MenuItem>
      {shown && (
        <MenuItem icon={<FolderMinus size={14} />} shortcut="take-out-of-album" disabled={disabled} onSelect={() => void takeOutOfAlbum(shown.id, of)}>
          {say('albums.take-out', { name: shown.name })}
        </MenuItem>
      )}
    </>
  );
}

/** The album that the sheet shows in its own order. */
export function useShownAlbum() {
  return useAlbum(useGallery(({ view }) => view.byHand));
}
