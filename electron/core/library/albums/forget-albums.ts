import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../util/clock.ts';
import type { AlbumStore } from './album-store.ts';

/** Milliseconds between two slices, so that other commits wait for one slice at most. */
const between = 50;
/** Milliseconds after the start, so that the window opens first. */
const later = 20_000;

/** Deletes albums that were removed before this start, in slices. Their removal can no longer be undone. */
export async function forgetAlbums(repository: Pick<AlbumStore, 'forgetRemovedAlbums'>, { now }: Pick<Clock, 'now'>, signal: AbortSignal, wait = later): Promise<void> {
  const before = now();
  await pause(wait, undefined, { signal, ref: false });
  while (await repository.forgetRemovedAlbums(before)) await pause(between, undefined, { signal, ref: false });
}
