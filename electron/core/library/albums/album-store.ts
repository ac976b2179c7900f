import { setTimeout as pause } from 'node:timers/promises';
import type { Album, ListedPlace } from '../../../../shared/library/albums.ts';
import type { AlbumId } from '../../../../shared/library/marks.ts';
import type { EpochMs, ImageId } from '../../../../shared/task.ts';
import type { Clock } from '../../util/clock.ts';

/** Albums in the database. The marker adds pictures to them and takes them out. */
export interface AlbumStore {
  /** All albums, in the order of the list. */
  albums(): Promise<readonly Album[]>;
  /** Adds an album, or changes the one with this id. If it takes new pictures, every other album stops taking them. A removed album comes back with its pictures. */
  putAlbum(album: Album): Promise<void>;
  /** Removes an album. Its pictures stay in the library. Until the app quits, `putAlbum` undoes the removal. */
  removeAlbum(id: AlbumId, at: EpochMs): Promise<void>;
  /** Sets where entries stand in the list, and whether they are pinned. */
  arrange(entries: readonly ListedPlace[]): Promise<void>;
  /** The place of each picture in an album, or NaN if the picture is not in it. */
  albumPlaces(id: AlbumId, images: Int32Array): Promise<Float64Array>;
  /** Sets the places of pictures in an album, except where a place is NaN. This is one transaction, so pass at most some hundred pictures. */
  placeInAlbum(id: AlbumId, images: Int32Array, places: Float64Array): Promise<void>;
  /**
   * Makes room for `count` pictures before the picture `before`, or at the end if that is null or not in the album. If the places there are too close
   * together, moves some of the following pictures, which keep their order.
   */
  roomInAlbum(id: AlbumId, before: ImageId | null, count: number): Promise<AlbumRoom>;
  /** Deletes at most some hundred rows of albums that were removed before `before`. Resolves to false when nothing is left. */
  forgetRemovedAlbums(before: EpochMs): Promise<boolean>;
}

/** A range of free places in an album, both ends exclusive, and the pictures that were moved to free it, with their previous places. */
export interface AlbumRoom {
  readonly low: number;
  readonly high: number;
  readonly images: Int32Array;
  readonly places: Float64Array;
}

/** Milliseconds between two slices, so that other commits wait for one slice at most. */
const between = 50;
/** Milliseconds after the start, so that the window opens first. */
const later = 20_000;

/** Deletes albums that were removed before this start, in slices. Their removal can no longer be undone. */
export async function forgetAlbums(repository: Pick<AlbumStore, 'forgetRemovedAlbums'>, { now }: Pick<Clock, 'now'>, signal: AbortSignal): Promise<void> {
  const before = now();
  await pause(later, undefined, { signal, ref: false });
  while (await repository.forgetRemovedAlbums(before)) await pause(between, undefined, { signal, ref: false });
}
