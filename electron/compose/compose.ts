import { homedir } from 'node:os';
import type { ImageId } from '../../shared/task.ts';
import type { DecodedPicture } from '../../shared/windows/decode-job.ts';
import { createAccountActs } from '../core/acts/account-acts.ts';
import { createAssistantTasks } from '../core/acts/assistant-tasks.ts';
import { createLibraryActs } from '../core/acts/library-acts.ts';
import { createTaskActs } from '../core/acts/task-acts.ts';
import { forgetAlbums } from '../core/library/albums/album-store.ts';
import { createDiskKeeper } from '../core/diagnostics/disk-use.ts';
import { createAccountTasks } from '../core/engine/remove-account.ts';
import type { TaskEngine } from '../core/engine/task-engine.ts';
import { createFileThread } from '../core/file-worker/file-thread.ts';
import type { Importer } from '../core/import/importer.ts';
import { prepareLibrary } from '../core/library/prepare-library.ts';
import { readLogFiles } from '../core/log/app-log.ts';
import { errorFacts } from '../core/log/log.ts';
import { decodedAtOnce } from '../core/thumbnails/thumbnail-maker.ts';
import { createUndoLog } from '../core/undo/undo-log.ts';
import { createWildcardBook } from '../core/wildcards/wildcard-book.ts';
import { allHandlers } from '../handlers/all-handlers.ts';
import { createCallHandler, type CallAny } from '../handlers/answer.ts';
import { closeServices, type ClosingStage } from './close-services.ts';
import { composeAccounts } from './compose-accounts.ts';
import { composeEngine } from './compose-engine.ts';
import { composeMirror } from './compose-mirror.ts';
import { composeNetwork } from './compose-network.ts';
import { composePictures, type PictureParts } from './compose-pictures.ts';
import { composeSettings } from './compose-settings.ts';
import { composeTransfers } from './compose-transfers.ts';
import { composeUpdates } from './compose-updates.ts';
import type { Host } from './host.ts';
import { reportLosses } from './report-losses.ts';
import { startEarly, type EarlyParts } from './start-early.ts';
import { withoutWindow } from './without-window.ts';

/** Latent, as its host sees it. */
export interface Composed {
  /** Answers calls of the window, a socket or a test, whom the host has checked. */
  readonly callHandler: CallAny;
  readonly engine: Pick<TaskEngine, 'isSubmitting' | 'wake' | 'addById'>;
  readonly importer: Pick<Importer, 'begin'>;
  /** What pages show. Each resolves to null if there is no such picture. */
  readonly pictures: {
    readonly file: PictureParts['files']['find'];
    readonly thumbnail: PictureParts['thumbnails']['get'];
    readonly reference: PictureParts['references']['file'];
    /** Its pixels, small. */
    readonly bitmap: (id: ImageId, side: number) => Promise<Pick<DecodedPicture, 'bytes' | 'width' | 'height'> | null>;
  };
  /** Sends and queries from now on, and goes on with an import. Called once. */
  start(): Promise<void>;
  /** Called when the window gets the focus: the person may have put pictures into the library folder. */
  focused(): void;
  /** Called when another program asked to open something. */
  opened(): void;
  /** Resolves to the parts that did not close, because something that they wait for does not answer. What was committed is on the disk. */
  close(): Promise<readonly string[]>;
}

/** Milliseconds. More than the client allows for the largest body with reference pictures, and then for the disk. */
const longestSubmission = 20 * 60_000;

/** Builds every part, from top to bottom: each is given those above it. Rejects if the database cannot be opened. */
export async function compose(host: Host, early: EarlyParts = startEarly(host)): Promise<Composed> {
  const { appLog, clock, viewMemory } = host;
  const { log } = appLog;
  const { stores, keys, changes, noticeBoard, folders } = early;
  const { words } = host.language;
  const window = host.window ?? withoutWindow;

  const network = composeNetwork(host, early);
  // First, so that an update can be installed even if nothing else can be built.
  const updates = composeUpdates(host, early, { settings: stores.settings, http: network.openHttp });

  const database = await early.database;
  const { repository, views, backups, marksCopies } = database;
  const accountParts = await composeAccounts(host, early, database, network, words);
  const { accounts } = accountParts;

  const sideBySide = decodedAtOnce();
  const decoder = window.decoder({ clock, sideBySide, isBackground: false });
  const backgroundDecoder = window.decoder({ clock, sideBySide, isBackground: true });
  const desktop = window.desktop(decoder, words);
  const windows = window.windows({
    words,
    changed: (state) => changes.publish({ kind: 'windows', windows: state }),
    failed: (error) => log.warn('app', 'the second window could not be opened', errorFacts(error)),
  });

  const undoLog = createUndoLog();
  const pictures = composePictures(host, early, database, { decoder, backgroundDecoder, sideBySide, discard: desktop.discard, undoLog });
  const { lease, missingSearch, references, thumbnails, trash, marker, albumMover } = pictures;
  const engine = composeEngine(host, early, { repository, ...accountParts, ...pictures, words });
  accountParts.onReady(engine.accountReady);
  accountParts.onMoneyChanged(engine.moneyChanged);
  const { importer, rescan, exporter } = composeTransfers(host, early, { repository, ...pictures, decoder, printPdf: window.printPdf, words, undoLog });
  const { settings, proxy } = composeSettings(host, early, {
    proxyPassword: network.proxyPassword,
    proxyChanged: engine.wake,
    queueChanged: engine.queueChanged,
    libraryMoved() {
      // It may be the old folder in a new place.
      missingSearch.look();
      void marksCopies.copy();
    },
  });
  const { mirror, mirrorAccess, closeMirror } = await composeMirror(host, early, { marksCopies, settings, http: network.openHttp() });
  // A thread of its own, because large files take long to parse.
  const wildcards = createWildcardBook({
    root: () => settings.get().wildcardFolder,
    thread: createFileThread({ workerFile: host.built('file-worker.cjs'), clock }),
    discard: desktop.discard.byHand,
  });

  const accountTasks = createAccountTasks({ accounts, engine, repository });

  const handlers = allHandlers({
    ...accountParts,
    ...pictures,
    secrets: host.secrets,
    repository,
    views,
    engine,
    accountTasks,
    accountActs: createAccountActs({ accounts, accountTasks, engine, repository, undoLog }),
    libraryActs: createLibraryActs({ repository, views, marker, undoLog, clock }),
    taskActs: createTaskActs({ engine, repository, undoLog }),
    assistantTasks: createAssistantTasks({ clock, accounts, prices: accountParts.prices, engine, repository, settings: settings.get }),
    undoLog,
    folders,
    disk: createDiskKeeper({ clock, userData: host.userData, folders, lease, thumbnails: early.thumbnailStore }),
    importer,
    rescan,
    exporter,
    changes,
    settings,
    mirror,
    mirrorAccess,
    wildcards,
    viewMemory,
    userData: host.userData,
    proxy,
    notices: noticeBoard.list,
    spoken: host.language.spoken,
    about: { version: host.version, platform: process.platform as 'darwin' | 'win32' | 'linux', command: host.command },
    licencePlaces: { built: host.built('.'), electron: window.engineLicences, command: window.commandLicences },
    takeOpened: window.takeOpened,
    desktop,
    commandInstaller: window.commandInstaller,
    windows,
    updates: updates.control,
    words,
    diagnostics: {
      versions: host.versions(),
      home: homedir(),
      async logs() {
        await appLog.flush();
        return readLogFiles(host.logFolder);
      },
      databaseFaults: () => repository.integrity().catch((error: unknown) => [String(error)]),
      async redact() {
        // Reads every key, so that the redactor learns it.
        await Promise.all([accounts.list(), mirrorAccess.secretState()]);
        return appLog.redactor.redact;
      },
    },
  });

  const closing = new AbortController();
  forgetAlbums(repository, clock, closing.signal).catch((error: unknown) => closing.signal.aborted || log.warn('library', 'removed albums were not deleted', errorFacts(error)));
  // Without the system's trash, nothing is removed because of its age.
  if (host.window !== null) void trash.start();
  await prepareLibrary({
    clock,
    lease,
    root: folders.root(),
    isDefault: stores.settings.get().libraryFolder === null,
    failed: (error) => log.warn('library', 'no library folder', errorFacts(error)),
  });
  reportLosses({ words, log, noticeBoard, stores, keys, viewMemory });

  const stages: readonly ClosingStage[] = [
    [
      // Backups close first, because a backup that starts later would keep the history from emptying its log.
      {
        patience: 4_000,
        parts: {
          thumbnails: pictures.closeThumbnails,
          import: importer.close,
          export: exporter.close,
          mirror: closeMirror,
          rescan: rescan.close,
          wildcards: wildcards.close,
          references: references.close,
          'missing-search': missingSearch.close,
          trash: trash.close,
          backups: backups.close,
          updates: updates.close,
        },
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
    callHandler: createCallHandler(handlers, (message, detail) => log.warn('ipc', message, errorFacts(detail))),
    engine,
    importer,
    pictures: {
      file: pictures.files.find,
      thumbnail: thumbnails.get,
      reference: references.file,
      bitmap: (id, side) => decoder.decode(id, { kind: 'bitmap', side }).then((decoded) => (decoded.ok ? decoded : null)),
    },
    async start() {
      await engine.start();
      await importer.start();
      if (host.worker === undefined) rescan.soon();
    },
    focused: rescan.soon,
    opened: () => changes.publish({ kind: 'opened' }),
    close() {
      closing.abort();
      accountParts.stopRetryingKeys();
      return closeServices(clock, stages, (part, error) => log.error('app', 'closing failed', { part, ...errorFacts(error) }));
    },
  };
}
