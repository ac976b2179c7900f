import type { LibraryLease } from '../library/library-lease.ts';
import { outcomeOfError, type ImageDownloads } from './download-outcome.ts';
import type { Library } from '../library/library-folders.ts';

/** What an outcome `unreachable` says when the folder is there, but another Latent writes to it. */
export const inUse = 'in-use';

export interface LeasedDownloadsDeps {
  readonly downloads: ImageDownloads;
  readonly lease: LibraryLease;
  readonly library: Pick<Library, 'root'>;
}

/** Downloads that write to the library only while no other Latent does. Until then a picture waits as for a folder out of reach. */
export function createLeasedDownloads({ downloads, lease, library }: LeasedDownloadsDeps): ImageDownloads {
  return {
    async download(request) {
      try {
        const done = await lease.during(library.root(), () => downloads.download(request), request.signal);
        return done?.value ?? { kind: 'library', problem: 'unreachable', detail: inUse };
      } catch (error) {
        return outcomeOfError(error);
      }
    },
  };
}
