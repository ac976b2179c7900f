import { FolderHeart, FolderMinus, FolderPlus } from 'lucide-react';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { lastAlbum, useAlbum, useAlbums } from '../../stores/library/albums-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem, Submenu } from '../../ui/menu.tsx';
import { addToAlbum, chooseAlbum, takeOutOfAlbum } from './album-actions.ts';

interface AlbumMenuProps {
  readonly of: MarkTarget;
  readonly disabled?: boolean;
}

/** The submenu that adds pictures to an album, and takes them out of the album that is shown. */
export function AlbumMenu({ of, disabled = false }: AlbumMenuProps) {
  const say = useWords();
  const shown = useShownAlbum();
  const last = useAlbums(lastAlbum);
  return (
    <Submenu icon={<FolderHeart size={14} />} label={say('albums.album')} disabled={disabled}>
      <MenuItem icon={<FolderHeart size={14} />} shortcut="add-to-album" onSelect={() => chooseAlbum(of)}>
        {say('albums.add')}
      </MenuItem>
      {last && last.id !== shown?.id && (
        <MenuItem icon={<FolderPlus size={14} />} shortcut="add-to-last-album" onSelect={() => void addToAlbum(last, of)}>
          {say('albums.add-last', { name: last.name })}
        </MenuItem>
      )}
      {shown && (
        <MenuItem icon={<FolderMinus size={14} />} shortcut="take-out-of-album" onSelect={() => void takeOutOfAlbum(shown.id, of)}>
          {say('albums.take-out', { name: shown.name })}
        </MenuItem>
      )}
    </Submenu>
  );
}

/** The album that the sheet shows in its own order. */
export function useShownAlbum() {
  return useAlbum(useGallery(({ view }) => view.byHand));
}
