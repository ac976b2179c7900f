import type { ThumbnailMaker } from '../core/thumbnails/thumbnail-maker.ts';
import type { HandlersOf } from './answer.ts';

export interface ThumbnailHandlersInput {
  readonly thumbnails: Pick<ThumbnailMaker, 'busy' | 'left' | 'look' | 'tryAgain'>;
}

export function thumbnailHandlers({ thumbnails }: ThumbnailHandlersInput): HandlersOf<'thumbnails'> {
  return {
    'thumbnails:in-sight'({ imageIds, left }) {
      // What is in sight changes when a person scrolls, so the background work waits.
      thumbnails.busy();
      thumbnails.left(left);
      return thumbnails.look(imageIds);
    },
    'thumbnails:try-again': async ({ imageId }) => ({ made: await thumbnails.tryAgain(imageId) }),
  };
}
