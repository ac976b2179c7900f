import type { ImageId } from '../../shared/task.ts';

type Thumbnails = readonly (Uint8Array | null)[];

/** Thumbnails of the pictures that the page begins with, before the services are built (start-app.ts). */
export interface FirstThumbnails {
  /** Whether the page begins with the picture, and the services do not answer yet. */
  has(id: ImageId): boolean;
  /** Resolves to null if it is not there already: the page does not wait until it is made. */
  read(id: ImageId): Promise<Uint8Array | null>;
  /** What is there already, in the order of the ids. */
  found(thumbnails: Promise<Thumbnails>): void;
  /** Resolves once the page has got all of them, or `otherwise` is settled: a window of another size asks for none. */
  answered(otherwise: Promise<unknown>): Promise<void>;
  /** The services answer from now on. */
  end(): void;
}

/** `ids`: the pictures that were in sight when the window was left. */
export function createFirstThumbnails(ids: readonly ImageId[]): FirstThumbnails {
  const asked = Promise.withResolvers<Thumbnails>();
  let thumbnails: Promise<Thumbnails> = asked.promise;
  const all = Promise.withResolvers<void>();
  const missing = new Set(ids);
  let ended = false;
  if (missing.size === 0) all.resolve();
  return {
    has: (id) => !ended && ids.includes(id),
    async read(id) {
      const found = (await thumbnails)[ids.indexOf(id)] ?? null;
      missing.delete(id);
      if (missing.size === 0) all.resolve();
      return found;
    },
    found: (found) => void found.then(asked.resolve, () => asked.resolve([])),
    answered: (otherwise) => Promise.race([all.promise, otherwise.then(() => undefined, () => undefined)]),
    end() {
      ended = true;
      asked.resolve([]);
      // Otherwise main would hold the bytes as long as it runs.
      thumbnails = Promise.resolve([]);
    },
  };
}
