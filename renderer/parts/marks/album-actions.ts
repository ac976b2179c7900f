import type { Album } from '../../../shared/library/albums.ts';
import { createAlbum, chooseAlbum, lastAlbum, usedAlbum } from '../../stores/library/albums-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { mark } from './mark-actions.ts';

/** Adds pictures to the end of an album. Pictures that are already in it keep their place. */
export function addToAlbum(album: Album, of: MarkTarget): Promise<unknown> {
  usedAlbum(album.id);
  return mark(of.target(), { kind: 'album', album: album.id });
}

/** Adds pictures to the most recently used album. If there is none, asks for an album. */
export function addToLastAlbum(of: MarkTarget): void {
  const album = lastAlbum();
  if (album === null) chooseAlbum(of);
  else void addToAlbum(album, of);
}

/** Creates an album with these pictures. */
export async function addToNewAlbum(name: string, of: MarkTarget | null): Promise<void> {
  const album = await createAlbum(name);
  if (album !== null && of !== null) await addToAlbum(album, of);
}

/** Takes pictures out of an album. They stay in the library. */
export function takeOutOfAlbum(album: string, of: MarkTarget): Promise<unknown> {
  return mark(of.target(), { kind: 'unalbum', album });
}
