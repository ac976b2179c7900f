import type { Album } from '../../../shared/library/albums.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import type { EpochMs } from '../../../shared/task.ts';

/** Albums on disk. The marker adds pictures and takes them out. */
export interface AlbumStore {
  /** In their order. */
  albums(): Promise<readonly Album[]>;
  /** Adds an album, or changes the one with this id. If it takes new pictures, no other album does any longer. An album that was removed comes back with its pictures. */
  putAlbum(album: Album): Promise<void>;
  /** The pictures stay in the library. `putAlbum` undoes it until the app quits. */
  removeAlbum(id: AlbumId, at: EpochMs): Promise<void>;
  /** Deletes at most some hundred rows of albums that were removed before `before`. Returns false when nothing is left. */
  forgetRemovedAlbums(before: EpochMs): Promise<boolean>;
}
