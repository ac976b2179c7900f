import type { ImageId } from '../../shared/task.ts';
import type { ThumbnailStore } from '../core/thumbnails/thumbnail-store.ts';

/** Thumbnails for the pictures that the page begins with, before the services are built (start-app.ts). */
export interface FirstThumbnails {
  /** Resolves to null if there is no thumbnail, or the services answer by now. */
  read(id: ImageId): Promise<Uint8Array | null>;
  /** The store may be read once the history is open: while it is rebuilt, the store is deleted. */
  opened(history: Promise<unknown>, store: Pick<ThumbnailStore, 'read'>): void;
  /** Resolves once the history is open, or cannot be opened, and what was asked for until then was answered. */
  answered(): Promise<void>;
  /** The services answer from now on. */
  end(): void;
}

export function createFirstThumbnails(): FirstThumbnails {
  const store = Promise.withResolvers<Pick<ThumbnailStore, 'read'> | null>();
  const asked = new Set<Promise<unknown>>();
  let ended = false;
  const readFrom = async (id: ImageId): Promise<Uint8Array | null> => {
    const found = await (await store.promise)?.read(id);
    return found?.state === 'kept' ? found.thumbnail : null;
  };
  return {
    async read(id) {
      if (ended) return null;
      const reading = readFrom(id);
      asked.add(reading);
      return reading.finally(() => asked.delete(reading));
    },
    opened(history, opened) {
      history.then(() => store.resolve(opened), () => store.resolve(null));
    },
    async answered() {
      await store.promise;
      await Promise.all(asked);
    },
    end() {
      ended = true;
    },
  };
}
