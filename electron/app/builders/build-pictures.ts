import { createFileThread } from '../../core/file-worker/file-thread.ts';
import { createPictureFiles } from '../../core/library/find-picture-file.ts';
import { errorFacts } from '../../core/log/log.ts';
import { findMissingPictures } from '../../core/rescan/find-missing.ts';
import { createMissingSearch } from '../../core/rescan/missing-search.ts';
import type { PictureSource } from '../../platform/app-protocol.ts';
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
  const files = createPictureFiles({ repository, folders, missed: (id) => missingSearch.missed([id]) });
  /** A kept file that is not there is searched for. */
  const pictureFile: PictureSource['file'] = files.find;
  return { missingSearch, placed: files.placed, pictureFile };
}
