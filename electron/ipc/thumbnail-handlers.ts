import type { Channel } from '../../shared/ipc/schemas.ts';
import type { ThumbnailMaker } from '../core/thumbnails/thumbnail-maker.ts';
import type { Handlers } from './answer.ts';

type ThumbnailChannel = Extract<Channel, `thumbnails:${string}`>;

export interface ThumbnailHandlersInput {
  readonly thumbnails: Pick<ThumbnailMaker, 'busy' | 'left' | 'look' | 'tryAgain'>;
}

export function thumbnailHandlers({ thumbnails }: ThumbnailHandlersInput): Pick<Handlers, ThumbnailChannel> {
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
