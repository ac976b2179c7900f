import { FolderHeart, X } from 'lucide-react';
import type { AlbumId } from '../../../shared/library/marks.ts';
import { searchOf, useAlbums } from '../../stores/library/albums-store.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { closeViewer, goTo } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { takeOutOfAlbum } from './album-actions.ts';
import styles from './tags.module.css';

interface InAlbumsProps {
  /** The albums that the picture is in. */
  readonly ids: readonly AlbumId[];
  readonly of: MarkTarget;
}

/** The albums that a picture is in, with buttons to open them and to take the picture out. */
export function InAlbums({ ids, of }: InAlbumsProps) {
  const say = useWords();
  const albums = useAlbums((state) => state.albums).filter(({ id }) => ids.includes(id));
  if (albums.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={say('albums.in')}>
      {albums.map((album) => (
        <li key={album.id} className={styles.tag} data-album>
          <FolderHeart size={12} aria-hidden />
          <button
            type="button"
            className={styles.open}
            aria-label={say('albums.open', { name: album.name })}
            onClick={() => {
              closeViewer();
              setLibrarySearch(searchOf(album));
              goTo('gallery');
            }}
          >
            {album.name}
          </button>
          <button type="button" className={styles.remove} aria-label={say('albums.take-out-of', { name: album.name })} onClick={() => void takeOutOfAlbum(album.id, of)}>
            <X size={11} />
          </button>
        </li>
      ))}
    </ul>
  );
}
