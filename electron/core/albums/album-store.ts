import type { Album, ListedPlace } from '../../../shared/library/albums.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import type { EpochMs, ImageId } from '../../../shared/task.ts';

/** Albums on disk. The marker adds pictures and takes them out. */
export interface AlbumStore {
  /** In their order. */
  albums(): Promise<readonly Album[]>;
  /** Adds an album, or changes the one with this id. If it takes new pictures, no other album does any longer. An album that was removed comes back with its pictures. */
  putAlbum(album: Album): Promise<void>;
  /** The pictures stay in the library. `putAlbum` undoes it until the app quits. */
  removeAlbum(id: AlbumId, at: EpochMs): Promise<void>;
  /** Sets the place and the pin of entries of the list. */
  arrange(entries: readonly ListedPlace[]): Promise<void>;
  /** The places of pictures in an album, in their order; NaN for those that are not in it. */
  albumPlaces(id: AlbumId, images: Int32Array): Promise<Float64Array>;
  /** Gives pictures of an album these places, in one transaction: pass at most some hundreds. */
  placeInAlbum(id: AlbumId, images: Int32Array, places: Float64Array): Promise<void>;
  /**
   * Makes room for a number of pictures before another one, or at the end if that is null or not in the album. If the places there are too close,
   * moves some of the pictures that follow, which keep their order.
   */
  roomInAlbum(id: AlbumId, before: ImageId | null, count: number): Promise<AlbumRoom>;
  /** Deletes at most some hundred rows of albums that were removed before `before`. Returns false when nothing is left. */
  forgetRemovedAlbums(before: EpochMs): Promise<boolean>;
}

/** Free places of an album, both ends exclusive, and the pictures that were moved for them, with their former places. */
export interface AlbumRoom {
  readonly low: number;
  readonly high: number;
  readonly images: Int32Array;
  readonly places: Float64Array;
}
