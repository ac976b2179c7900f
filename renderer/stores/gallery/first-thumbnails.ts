import type { OpenedPictures } from '../../../shared/library/view.ts';
import { thumbnailAddress } from '../../bridge.ts';
import { viewMemory } from '../view-memory.ts';

/** Requests the thumbnails of the first screen while React still renders it, so that its cells find them loaded. */
export function loadFirstThumbnails({ first: { ids } }: OpenedPictures): void {
  const { anchor, cellSize } = viewMemory();
  const from = anchor?.position ?? 0;
  const inSight = Math.ceil(window.innerWidth / cellSize) * Math.ceil(window.innerHeight / cellSize);
  for (const id of ids.slice(from, from + inSight)) new Image().src = thumbnailAddress(id);
}
