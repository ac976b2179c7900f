import type { Channel } from '../../shared/ipc/schemas.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type ThumbnailChannel = Extract<Channel, `thumbnails:${string}`>;

export function thumbnailHandlers({ thumbnails }: Services): Pick<Handlers, ThumbnailChannel> {
  return {
    'thumbnails:in-sight'({ imageIds, left }) {
      // What is in sight changes when a person scrolls.
      thumbnails.busy();
      thumbnails.left(left);
      return thumbnails.look(imageIds);
    },
    'thumbnails:try-again': async ({ imageId }) => ({ made: await thumbnails.tryAgain(imageId) }),
  };
}
