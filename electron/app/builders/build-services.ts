import { app } from 'electron';
import type { ImageId } from '../../../shared/task.ts';
import { createFileThread } from '../../core/file-worker/file-thread.ts';
import { createAccountTasks } from '../../core/engine/remove-account.ts';
import { forgetAlbums } from '../../core/albums/forget-albums.ts';
import type { Importer } from '../../core/import/importer.ts';
import { openPriceBook } from '../../core/money/price-book.ts';
import { prepareLibrary } from '../../core/library/prepare-library.ts';
import type { AppLog } from '../../core/log/app-log.ts';
import { errorFacts } from '../../core/log/log.ts';
import { createAttachReferences } from '../../core/references/attach-references.ts';
import { createReferenceStore } from '../../core/references/reference-store.ts';
import type { TaskEngine } from '../../core/engine/task-engine.ts';
import type { Handlers } from '../../ipc/answer.ts';
import type { PictureSource } from '../../platform/app-protocol.ts';
import { createWindows } from '../../platform/windows/app-windows.ts';
import { createDesktop } from '../../platform/desktop.ts';
import type { ViewMemoryFile } from '../../platform/stores/view-memory-file.ts';
import type { AppContext } from './app-context.ts';
import { buildAccounts } from './build-accounts.ts';
import { buildEngine } from './build-engine.ts';
import { buildHandlers } from './build-handlers.ts';
import { buildImportExport } from './build-import-export.ts';
import { buildLibrary } from './build-library.ts';
import { buildMarks } from './build-marks.ts';
import { buildNetwork } from './build-network.ts';
import { buildPictures } from './build-pictures.ts';
import { buildSettings } from './build-settings.ts';
import { buildThumbnails } from './build-thumbnails.ts';
import { buildWildcards } from './build-wildcards.ts';
import { closeServices, type ClosingStage } from '../close-services.ts';
import { createDiagnosticsSources } from './diagnostics-sources.ts';
import type { EarlyParts } from '../start-early.ts';

export interface ServicesInput extends Pick<AppContext, 'words' | 'userData' | 'built' | 'clock' | 'window'> {
  readonly early: EarlyParts;
  readonly viewMemory: Pick<ViewMemoryFile, 'set'>;
  readonly environmentKey: string | null;
  readonly appLog: AppLog;
  readonly logFolder: string;
}

export interface RunningServices {
  readonly engine: TaskEngine;
  readonly handlers: Handlers;
  readonly pictures: PictureSource;
  readonly importer: Pick<Importer, 'begin' | 'start'>;
  /** Called when the window gets the focus: the person may have put pictures into the library folder. */
  readonly focused: () => void;
  /** Resolves to the parts that did not close, because something that they wait for does not answer. What was committed is on the disk. */
  close(): Promise<readonly string[]>;
}

/** Milliseconds. More than the client allows for the largest body with reference pictures, and then for the disk. */
const longestSubmission = 20 * 60_000;

/** Builds every part behind the window. A builder is given the parts it needs; the order below follows from that. */
export async function buildServices(input: ServicesInput): Promise<RunningServices> {
  const { log, redactor } = input.appLog;
  const { stores, keys, changes, noticeBoard, folders, thumbnailStore } = input.early;
  const context: AppContext = { ...input, stores, log, redactor, changes };
  const { clock, words } = context;

  const library = buildLibrary(context, folders);
  const database = await input.early.database;
  const { repository, views, backups, marksCopies } = database;
  const network = buildNetwork(context, keys);
  const accountParts = await buildAccounts(context, {
    repository,
    ...network,
    keys,
    environmentKey: input.environmentKey,
    ready: (accountId) => engine.accountReady(accountId),
    optionsChanged: (accountId) => engine.moneyChanged(accountId),
  });
  const { accounts } = accountParts;
  const { pictureFile, placed, missingSearch } = buildPictures(context, database, library);
  const { thumbnails, decoder, close: closeThumbnails } = buildThumbnails(context, thumbnailStore, database, { noticeBoard, changes }, pictureFile, (ids) => resized(ids));
  const desktop = createDesktop(input.window, decoder, words);
  const windows = createWindows({
    window: input.window,
    preloadFile: context.built('second-preload.cjs'),
    words,
    changed: (state) => changes.publish({ kind: 'windows', windows: state }),
    failed: (error) => log.warn('app', 'the second window could not be opened', errorFacts(error)),
  });

  const added = (ids: readonly ImageId[]): void => {
    for (const id of ids) thumbnails.kept(id);
    backups.changed();
  };
  const removed = (ids: readonly ImageId[]): void => {
    void thumbnails.removed(ids);
    backups.changed();
  };
  const prices = await openPriceBook({
    repository,
    pricedBy: (accountId) => accounts.options(accountId).pricedBy,
    now: clock.now,
    changed(accountId) {
      changes.publish({ kind: 'prices', prices: prices.list() });
      engine.moneyChanged(accountId);
    },
    failed: (error) => log.warn('account', 'a learned price was not saved', errorFacts(error)),
  });
  // A thread of its own, so that no task waits for an import.
  const references = createReferenceStore({ folders, lease: library.lease, thread: createFileThread({ workerFile: context.built('import-worker.cjs'), clock }), clock });
  const engine = buildEngine(context, {
    repository,
    ...network,
    library,
    accounts,
    prices,
    attach: createAttachReferences({ store: references, field: (accountId) => accounts.options(accountId).references }),
    noticeBoard,
    expectPictures: thumbnails.expect,
    placed(id, file, saved) {
      placed(id, file, saved);
      thumbnails.placed(id, saved);
    },
    kept: (id) => added([id]),
  });
  const { trash, marker, albumMover, resized } = buildMarks(context, { ...database, library, discard: desktop.discard, removed });
  const { importer, rescan, exporter } = buildImportExport(context, { repository, library, missingSearch, decoder, thumbnails, added, removed });
  const { settings, proxy } = buildSettings(context, {
    library,
    proxyPassword: network.proxyPassword,
    proxyChanged: () => engine.wake(),
    queueChanged: () => engine.queueChanged(),
    libraryMoved() {
      // It may be the old folder in a new place.
      missingSearch.look();
      void marksCopies.copy();
    },
  });
  const wildcards = buildWildcards(context, settings.get, desktop.discard.byHand);
  const handlers = buildHandlers({
    ...accountParts,
    ...network,
    repository,
    views,
    engine,
    prices,
    accountTasks: createAccountTasks({ accounts, engine, repository }),
    folders,
    missingSearch,
    marker,
    albumMover,
    trash,
    references,
    importer,
    rescan,
    exporter,
    changes,
    settings,
    wildcards,
    viewMemory: input.viewMemory,
    proxy,
    notices: noticeBoard.list,
    about: { version: app.getVersion(), platform: process.platform as 'darwin' | 'win32' | 'linux', locale: app.getLocale() },
    desktop,
    windows,
    thumbnails,
    words,
    diagnostics: createDiagnosticsSources({ appLog: input.appLog, logFolder: input.logFolder, repository, accounts }),
  });

  const closing = new AbortController();
  forgetAlbums(repository, clock, closing.signal).catch((error: unknown) => closing.signal.aborted || log.warn('library', 'removed albums were not deleted', errorFacts(error)));
  void trash.start();
  await prepareLibrary({
    clock,
    lease: library.lease,
    root: folders.root(),
    isDefault: stores.settings.get().libraryFolder === null,
    failed: (error) => log.warn('library', 'no library folder', errorFacts(error)),
  });
  const stages: readonly ClosingStage[] = [
    [
      // Backups close first, because a backup that starts later would keep the history from emptying its log.
      {
        patience: 4_000,
        parts: { thumbnails: closeThumbnails, import: importer.close, export: exporter.close, rescan: rescan.close, wildcards: wildcards.close, references: references.close, 'missing-search': missingSearch.close, trash: trash.close, backups: backups.close },
      },
      // A POST under way may already be charged, so its id is waited for. The client limits how long that takes (service-client.ts).
      { patience: 125_000, unless: { isNeeded: engine.isSubmitting, longest: longestSubmission }, parts: { engine: engine.close } },
    ],
    // Marking a large selection must not stop halfway.
    [{ patience: 60_000, parts: { marks: marker.settled, albums: albumMover.settled } }],
    // The copy of the marks gives up by itself a second earlier.
    [{ patience: 6_000, parts: { practice: accountParts.stopPractice, 'marks-copy': marksCopies.close } }],
    // Commits are never cut short.
    [{ patience: 10_000, parts: { views: views.close, database: repository.close } }],
  ];
  return {
    engine,
    importer,
    focused: rescan.soon,
    handlers,
    pictures: { file: pictureFile, thumbnail: thumbnails.get, reference: references.file },
    close() {
      closing.abort();
      accountParts.stopRetryingKeys();
      return closeServices(clock, stages, (part, error) => log.error('app', 'closing failed', { part, ...errorFacts(error) }));
    },
  };
}
