import type { ImageFile, ImageId } from '../../../shared/task.ts';
import { createFileThread } from '../../core/file-worker/file-thread.ts';
import { errorFacts } from '../../core/log/log.ts';
import { findMissingPictures } from '../../core/rescan/find-missing.ts';
import { createMissingSearch } from '../../core/rescan/missing-search.ts';
import type { PictureFile } from '../../platform/app-protocol.ts';
import type { AppContext } from './app-context.ts';
import type { DatabaseParts } from './build-database.ts';
import type { LibraryParts } from './build-library.ts';

/** Where the pictures are, and the search for those that were moved. */
export function buildPictures({ built, clock, log, changes }: AppContext, { repository }: Pick<DatabaseParts, 'repository'>, { folders, lease, journal }: LibraryParts) {
  const thread = createFileThread({ workerFile: built('import-worker.cjs'), clock });
  const report = (message: string, error: unknown): void => log.warn('library', message, errorFacts(error));
  const missingSearch = createMissingSearch({
    clock,
    find: (tell, signal) => findMissingPictures({ folders, repository, lease, journal, thread, report }, tell, signal),
    changed: (librarySearch) => changes.publish({ kind: 'library-search', librarySearch }),
    failed: (error) => log.error('library', 'the search for missing pictures failed', errorFacts(error)),
  });
  const placed = new Map<ImageId, ImageFile>();
  const keptFile = async (id: ImageId): Promise<ImageFile | null> => {
    const state = (await repository.image(id))?.image.state;
    return state?.status === 'kept' ? state.file : null;
  };
  return {
    missingSearch,
    /** Makes a picture's file known while its row is being saved. */
    placed(id: ImageId, file: ImageFile, saved: Promise<boolean>): void {
      placed.set(id, file);
      void saved.then(() => placed.delete(id));
    },
    /** The file of a picture. A kept one that is not there is searched for. */
    async pictureFile(id: ImageId): Promise<PictureFile | null> {
      const file = placed.get(id) ?? (await keptFile(id));
      if (file === null) return null;
      const located = await folders.locate(file);
      if (located === null && !placed.has(id)) missingSearch.missed([id]);
      return located && { ...located, type: file.type, width: file.width, height: file.height };
    },
  };
}
