import path from 'node:path';
import { practiceAccountId } from '../../shared/account.ts';
import type { Words } from '../../shared/words/index.ts';
import { createExportTrace } from '../core/export/export-trace.ts';
import { createPictureExporter } from '../core/export/picture-exporter.ts';
import { createFileThread, type FileThread } from '../core/file-worker/file-thread.ts';
import { createImporter } from '../core/import/importer.ts';
import { errorFacts } from '../core/log/log.ts';
import { createFolderMemory } from '../core/rescan/changed-folders.ts';
import { createRescan } from '../core/rescan/rescan.ts';
import type { UndoLog } from '../core/undo/undo-log.ts';
import type { Decoder } from '../core/thumbnails/decoder-process.ts';
import type { PictureParts } from './compose-pictures.ts';
import type { Host, HostWindow } from './host.ts';
import type { DatabaseParts, EarlyParts } from './start-early.ts';

export interface TransfersInput extends Pick<DatabaseParts, 'repository'>, Pick<PictureParts, 'lease' | 'journal' | 'missingSearch' | 'thumbnails' | 'added' | 'removed'> {
  readonly decoder: Decoder;
  readonly printPdf: HostWindow['printPdf'];
  readonly words: Words;
  readonly undoLog: UndoLog;
}

/** Copies pictures into the library and out of it. Each job has a thread of its own, because it uses synchronous calls. */
export function composeTransfers(host: Host, { folders, changes }: EarlyParts, { repository, lease, journal, missingSearch, thumbnails, added, removed, decoder, printPdf, words, undoLog }: TransfersInput) {
  const { userData, built, clock } = host;
  const { log } = host.appLog;
  const thread = (): FileThread => createFileThread({ workerFile: built('file-worker.cjs'), clock });
  const importer = createImporter({
    undoLog,
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
    writtenBy: `Latent ${host.version}`,
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
