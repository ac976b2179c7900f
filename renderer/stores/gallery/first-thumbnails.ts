import { thumbnailAddress } from '../../bridge.ts';
import { viewMemory } from '../view-memory.ts';
import type { PictureView } from './picture-view.ts';

/** Requests the thumbnails of the first screen while React still renders it, so that its cells find them loaded. */
export function loadFirstThumbnails({ blocks }: PictureView): void {
  const { anchor, cellSize } = viewMemory();
  const first = anchor?.position ?? 0;
  const inSight = Math.ceil(window.innerWidth / cellSize) * Math.ceil(window.innerHeight / cellSize);
  for (let position = first; position < first + inSight; position += 1) {
    const picture = blocks.at(position);
    if (picture !== null) new Image().src = thumbnailAddress(picture.imageId);
  }
}
