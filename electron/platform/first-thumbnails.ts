import type { ImageId } from '../../shared/task.ts';

/** Thumbnails of the pictures that the page begins with, before the services are built (start-app.ts). */
export interface FirstThumbnails {
  /** Resolves to null if the page does not begin with the picture, it has no thumbnail, or the services answer by now. */
  read(id: ImageId): Promise<Uint8Array | null>;
  /** What was found, in the order of the ids. */
  found(thumbnails: Promise<readonly (Uint8Array | null)[]>): void;
  /** Resolves once the page has got all of them, or `otherwise` is settled: a window of another size asks for none. */
  answered(otherwise: Promise<unknown>): Promise<void>;
  /** The services answer from now on. */
  end(): void;
}

/** `ids`: the pictures that were in sight when the window was left. */
export function createFirstThumbnails(ids: readonly ImageId[]): FirstThumbnails {
  const found = Promise.withResolvers<readonly (Uint8Array | null)[]>();
  const all = Promise.withResolvers<void>();
  const missing = new Set(ids);
  let ended = false;
  if (missing.size === 0) all.resolve();
  return {
    async read(id) {
      const at = ids.indexOf(id);
      if (at < 0 || ended) return null;
      const thumbnails = await found.promise;
      missing.delete(id);
      if (missing.size === 0) all.resolve();
      return thumbnails[at] ?? null;
    },
    found: (thumbnails) => void thumbnails.then(found.resolve, () => found.resolve([])),
    answered: (otherwise) => Promise.race([all.promise, otherwise.then(() => undefined, () => undefined)]),
    end() {
      ended = true;
      found.resolve([]);
    },
  };
}
