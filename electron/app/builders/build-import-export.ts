import path from 'node:path';
import { app } from 'electron';
import { practiceAccountId } from '../../../shared/account.ts';
import type { ImageId } from '../../../shared/task.ts';
import { createExportTrace } from '../../core/export/export-trace.ts';
import { createPictureExporter } from '../../core/export/picture-exporter.ts';
import { createFileThread, type FileThread } from '../../core/file-worker/file-thread.ts';
import { createImporter } from '../../core/import/importer.ts';
import { errorFacts } from '../../core/log/log.ts';
import { createFolderMemory } from '../../core/rescan/changed-folders.ts';
import { createRescan } from '../../core/rescan/rescan.ts';
import type { MissingSearch } from '../../core/rescan/missing-search.ts';
import type { Decoder } from '../../core/thumbnails/decoder-process.ts';
import type { ThumbnailMaker } from '../../core/thumbnails/thumbnail-maker.ts';
import { printPdf } from '../../platform/windows/pdf-printer.ts';
import type { AppContext } from './app-context.ts';
import type { DatabaseParts } from './build-database.ts';
import type { LibraryParts } from './build-library.ts';

export interface ImportExportInput extends Pick<DatabaseParts, 'repository'> {
  readonly library: LibraryParts;
  readonly missingSearch: MissingSearch;
  readonly decoder: Decoder;
  readonly thumbnails: Pick<ThumbnailMaker, 'get'>;
  /** Called when pictures have come into the library. */
  readonly added: (ids: readonly ImageId[]) => void;
  /** Called when pictures have left the library. */
  readonly removed: (ids: readonly ImageId[]) => void;
}

/** Copies pictures into the library and out of it. Each job has a thread of its own, because it uses synchronous calls. */
export function buildImportExport(context: AppContext, { repository, library, missingSearch, decoder, thumbnails, added, removed }: ImportExportInput) {
  const { userData, built, clock, log, words, changes } = context;
  const { folders, lease, journal } = library;
  const thread = (): FileThread => createFileThread({ workerFile: built('import-worker.cjs'), clock });
  const importer = createImporter({
    clock,
    thread: thread(),
    folders,
    avoid: () => [...folders.roots(), userData],
    lease,
    journal,
    repository,
    accountId: practiceAccountId,
    changed: (imports) => changes.publish({ kind: 'imports', imports }),
    kept: added,
    gone: (ids) => removed([...ids]),
    restored: missingSearch.look,
    failed: (message, error) => log.error('library', message, errorFacts(error)),
  });
  const exporter = createPictureExporter({
    clock,
    thread: thread(),
    repository,
    folders,
    decoder,
    trace: createExportTrace(path.join(userData, 'export-under-way.json')),
    thumbnail: thumbnails.get,
    printPdf,
    now: clock.now,
    words,
    writtenBy: `Latent ${app.getVersion()}`,
    missed: missingSearch.missed,
    changed: (exporting) => changes.publish({ kind: 'exporting', exporting }),
    failed: (error) => log.error('library', 'copies could not be saved', errorFacts(error)),
  });
  // Finds pictures that a person put into the library folder.
  const rescan = createRescan({
    clock,
    folders,
    memory: createFolderMemory(path.join(userData, 'library-folders.json')),
    thread: thread(),
    lease,
    journal,
    repository,
    accountId: practiceAccountId,
    added(ids) {
      added(ids);
      importer.foundByHand(ids.length);
    },
    renamed: missingSearch.look,
    failed: (error) => log.warn('library', 'the library folders could not be rescanned', errorFacts(error)),
  });
  return { importer, rescan, exporter };
}
