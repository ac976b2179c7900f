import { hostname } from 'node:os';
import path from 'node:path';
import { app, nativeTheme, net, safeStorage, session, type BrowserWindow } from 'electron';
import { practiceAccountId } from '../../shared/account.ts';
import { isShown } from '../../shared/task.ts';
import type { Words } from '../../shared/words/index.ts';
import { openAccountBook, type AccountBook } from '../core/accounts/account-book.ts';
import { retryKeys } from '../core/accounts/key-retry.ts';
import { createImageDownloads } from '../core/downloads/image-download.ts';
import { createKeyVault } from '../core/accounts/key-vault.ts';
import { createAccountTasks } from '../core/accounts/remove-account.ts';
import { errorFacts } from '../core/log/log.ts';
import { logAccounts } from '../core/log/log-accounts.ts';
import { logEngineEvents } from '../core/log/log-engine-events.ts';
import { tellingVault } from '../core/log/log-redactor.ts';
import { createLeasedDownloads, inUse } from '../core/downloads/leased-downloads.ts';
import { createLibraryLease, profileOf } from '../core/library/library-lease.ts';
import { createJournalledDownloads } from '../core/downloads/journalled-downloads.ts';
import { findMissingPictures } from '../core/rescan/find-missing.ts';
import { createLibraryFolders } from '../core/library/library-folders.ts';
import { createLibraryJournal } from '../core/library/library-journal.ts';
import { createFolderMemory } from '../core/rescan/changed-folders.ts';
import { createRescan } from '../core/rescan/rescan.ts';
import { createImporter, type Importer } from '../core/import/importer.ts';
import { createFileThread } from '../core/file-worker/file-thread.ts';
import { createPictureExporter } from '../core/export/picture-exporter.ts';
import { createMarker } from '../core/marks/marker.ts';
import { createTrash } from '../core/marks/trash.ts';
import { prepareLibrary } from '../core/library/prepare-library.ts';
import { createMissingSearch } from '../core/rescan/missing-search.ts';
import type { TaskEngine } from '../core/service/outcomes.ts';
import type { Http } from '../core/service/http-client.ts';
import { createServiceClient } from '../core/service/service-client.ts';
import { closeServices } from './close-services.ts';
import { createSystemClock } from '../core/util/system-clock.ts';
import { createTaskEngine } from '../core/engine/task-runner.ts';
import { openThumbnailStore } from '../database/client/open-thumbnail-store.ts';
import { createDiagnosticsSources } from './diagnostics-sources.ts';
import { openHistory } from './open-history.ts';
import { accountHandlers } from '../ipc/account-handlers.ts';
import type { Handlers } from '../ipc/answer.ts';
import { accountsChange, appHandlers } from '../ipc/app-handlers.ts';
import { createChangeFeed } from '../ipc/changes.ts';
import { diagnosticsHandlers } from '../ipc/diagnostics-handlers.ts';
import { offerEnvironmentKey } from '../ipc/environment-key-offer.ts';
import { exportHandlers } from '../ipc/export-handlers.ts';
import { imageHandlers } from '../ipc/image-handlers.ts';
import { libraryHandlers } from '../ipc/library-handlers.ts';
import { marksHandlers } from '../ipc/marks-handlers.ts';
import { importHandlers } from '../ipc/import-handlers.ts';
import { ledgerHandlers } from '../ipc/ledger-handlers.ts';
import { createHistoryNotices } from '../ipc/history-notices.ts';
import { createNoticeBoard } from '../ipc/notice-board.ts';
import type { Services } from '../ipc/services.ts';
import { searchesHandlers } from '../ipc/searches-handlers.ts';
import { settingsHandlers } from '../ipc/settings-handlers.ts';
import { taskHandlers } from '../ipc/task-handlers.ts';
import { thumbnailHandlers } from '../ipc/thumbnail-handlers.ts';
import { createLateHttp } from '../network/late-http.ts';
import { createProxyPassword } from '../network/proxy-password.ts';
import { createProxyRoutes } from '../network/proxy-routes.ts';
import { createProxySettings } from '../network/proxy-settings.ts';
import type { PictureSource } from '../platform/app-protocol.ts';
import { createDesktop } from '../platform/desktop.ts';
import type { EnvironmentKeyValue } from '../platform/environment-key.ts';
import type { JsonStore } from '../platform/json-store.ts';
import { openKeyStore } from '../platform/key-store.ts';
import { createKeyring } from '../platform/keyring.ts';
import type { Diary } from '../platform/log-files.ts';
import { createSystemProxy } from '../platform/system-proxy.ts';
import { createSafeStorageSecrets } from '../platform/safe-storage.ts';
import type { ViewState } from '../platform/settings-store.ts';
import { openThumbnails } from '../platform/thumbnails.ts';
import type { ViewMemoryKeeper } from '../platform/view-memory-file.ts';
import { createLazyPractice } from '../practice/lazy-practice.ts';
import type { Settings } from '../../shared/settings.ts';

export interface ServicesInput {
  readonly words: Words;
  readonly userData: string;
  /** Absolute path of a built file. */
  readonly built: (file: string) => string;
  readonly stores: { readonly settings: JsonStore<Settings>; readonly viewState: JsonStore<ViewState> };
  readonly viewMemory: Pick<ViewMemoryKeeper, 'set'>;
  readonly environmentKey: EnvironmentKeyValue | null;
  readonly diary: Diary;
  readonly logFolder: string;
  readonly window: () => BrowserWindow | null;
}

export interface RunningServices {
  readonly engine: TaskEngine;
  readonly handlers: Handlers;
  readonly pictures: PictureSource;
  readonly importer: Pick<Importer, 'start'>;
  readonly importDropped: (paths: readonly string[]) => Promise<void>;
  /** The window came to the front: what a person did in the library folder meanwhile is looked for. */
  readonly cameToFront: () => void;
  /** Resolves with the parts that did not end, because something that they wait for does not answer. What was committed is on the disk. */
  close(): Promise<readonly string[]>;
}

/** The second half of the composition root: builds every part behind the window and wires them. */
export async function buildServices(input: ServicesInput): Promise<RunningServices> {
  const { words, userData, built, stores, window } = input;
  const { log, redactor } = input.diary;
  const clock = createSystemClock();
  const changes = createChangeFeed(() => window()?.webContents ?? null);

  const folders = createLibraryFolders(
    () => stores.settings.get().libraryFolder ?? path.join(app.getPath('pictures'), 'Latent'),
    () => stores.viewState.get().formerLibraryFolders,
  );
  const libraries = (): readonly [string, ...(readonly string[])] => [folders.root(), ...stores.viewState.get().formerLibraryFolders];
  redactor.hideBelow(libraries);
  const keys = openKeyStore(userData);
  const noticeBoard = createNoticeBoard(changes);
  const history = await openHistory({
    userData,
    workerFile: built('database-worker.cjs'),
    libraries,
    keyOrigins: keys.origins(),
    practiceName: words('dialogs.practice-account'),
    clock,
    report: (message) => log.warn('database', message),
    notices: createHistoryNotices({ clock, log, put: noticeBoard.put }),
  });
  const { repository, backups, marksCopies, views } = history;
  const keyring = process.platform === 'linux' ? createKeyring(app) : null;
  const secrets = createSafeStorageSecrets({ safeStorage, platform: process.platform, clock, keyring });
  const proxyPassword = createProxyPassword(secrets, keys, redactor.learnKey);
  const system = createSystemProxy(session.defaultSession, clock.monotonic);
  const findRoutes = createProxyRoutes({ setting: () => stores.settings.get().proxy, password: proxyPassword, system });
  const openHttp = (): Http => createLateHttp(async () => (await import('../network/undici-http.ts')).createUndiciHttp({ findRoutes }));
  const http = openHttp();
  // Separate connections, so that large pictures from the same address delay no query.
  const client = createServiceClient({ http: openHttp(), clock });
  const lease = createLibraryLease({ clock, profile: profileOf(userData), computer: hostname() });
  const journal = createLibraryJournal();
  const journalled = createJournalledDownloads({ downloads: createImageDownloads({ http, library: folders, clock }), journal, library: folders, repository });
  const downloads = createLeasedDownloads({ downloads: journalled, lease, library: folders });
  const practice = createLazyPractice(built('practice-worker.cjs'), path.join(userData, 'practice.jsonl'), redactor.learnKey);
  const vault = tellingVault(createKeyVault(secrets, keys), redactor.learnKey);
  if (input.environmentKey !== null) redactor.learnKey(input.environmentKey.key);

  const announceAccounts = (): void => {
    accountsChange({ accounts, environmentKey }).then(changes.publish, (error: unknown) => log.error('account', 'accounts could not be read', errorFacts(error)));
  };
  const book: AccountBook = await openAccountBook({
    repository,
    vault,
    choices: {
      selected: () => stores.viewState.get().selectedAccountId,
      select: (selectedAccountId) => stores.viewState.set({ ...stores.viewState.get(), selectedAccountId }),
    },
    clock,
    client,
    practice: practice.credentials,
    practiceName: words('dialogs.practice-account'),
    changed: announceAccounts,
    ready: (accountId) => engine.accountReady(accountId),
  });
  const accounts = logAccounts(log, book);
  const offerMemory = {
    settled: () => stores.viewState.get().environmentKeyDeclined,
    settle: () => stores.viewState.set({ ...stores.viewState.get(), environmentKeyDeclined: true }),
  };
  const environmentKey = offerEnvironmentKey(input.environmentKey, offerMemory, announceAccounts);

  if (history.notice !== null) {
    log.warn('database', history.notice.code, { subject: history.notice.subject });
    noticeBoard.put(history.notice.code, history.notice.subject);
  }
  const engine = createTaskEngine({
    clock,
    random: Math.random,
    repository,
    client,
    downloads,
    accounts,
    events: logEngineEvents(log, {
      taskChanged: (task) => changes.publish({ kind: 'task', task }),
      imageKept(image) {
        changes.publish({ kind: 'image-kept', image, savedAt: image.state.status === 'kept' ? image.state.file.savedAt : clock.now() });
        thumbnails.kept(image.id);
        backups.changed();
      },
      notice(code, subject) {
        const other = code === 'library-unreachable' && subject === inUse;
        if (code === 'library-unreachable') noticeBoard.put('library-in-use', other ? libraryHolder() : null);
        // The engine tells why; a person wants to know which folder.
        noticeBoard.put(code, other ? null : subject !== null && code.startsWith('library-') ? folders.root() : subject);
      },
    }),
    isOnline: () => net.isOnline(),
    settings: () => stores.settings.get(),
  });

  const missingSearch = createMissingSearch({
    clock,
    find: (tell, signal) =>
      findMissingPictures({ folders, roots: libraries, repository, lease, journal, report: (message, error) => log.warn('library', message, errorFacts(error)) }, tell, signal),
    changed: (librarySearch) => changes.publish({ kind: 'library-search', librarySearch }),
    failed: (error) => log.error('library', 'the search for missing pictures broke off', errorFacts(error)),
  });
  const pictureFile: PictureSource['file'] = async (id) => {
    const found = await repository.image(id);
    if (found?.image.state.status !== 'kept') return null;
    const { file } = found.image.state;
    const located = await folders.locate(file);
    if (located === null) missingSearch.missed([id]);
    return located && { ...located, type: file.type, width: file.width, height: file.height };
  };

  const { thumbnails, decoder, close: closeThumbnails } = openThumbnails({
    store: openThumbnailStore(path.join(userData, 'thumbnails'), built('thumbnail-worker.cjs'), (message) => log.warn('library', message)),
    preloadFile: built('decoder-preload.cjs'),
    clock,
    keptIds: repository.keptIds,
    async fileOf(id) {
      const found = await pictureFile(id);
      return found && { path: found.path, isShown: isShown(found.type) };
    },
  });
  const desktop = createDesktop(window, decoder, words);

  let markRounds = 0;
  const tellMarks = (imageIds: readonly number[] | null, moved: boolean): void => {
    changes.publish({ kind: 'marks', round: (markRounds += 1), imageIds, moved });
    backups.changed();
  };
  const trash = createTrash({
    clock,
    timeFile: path.join(userData, 'trash-time.json'),
    repository,
    folders,
    roots: libraries,
    lease,
    journal,
    discard: desktop.discard,
    removed(ids, tasks) {
      tellMarks(null, true);
      void thumbnails.removed(ids);
      // A task whose tile or row is shown says that its pictures are gone.
      for (const id of tasks) repository.task(id).then((task) => task && changes.publish({ kind: 'task', task }), (error: unknown) => log.warn('library', 'a task could not be read', errorFacts(error)));
    },
    failed: (message, error) => log.warn('library', message, errorFacts(error)),
  });
  const marker = createMarker({ repository, views, clock: trash, trash, events: { marked: tellMarks, progress: (progress) => changes.publish({ kind: 'marking', progress }) } });

  const imported = (imageIds: readonly number[]): void => {
    for (const id of imageIds) thumbnails.kept(id);
    backups.changed();
  };
  const importer = createImporter({
    clock,
    thread: createFileThread({ workerFile: built('import-worker.cjs'), clock }),
    library: folders,
    folders,
    avoid: () => [...libraries(), userData],
    lease,
    journal,
    repository,
    accountId: practiceAccountId,
    changed: (imports) => changes.publish({ kind: 'imports', imports }),
    kept: imported,
    gone(imageIds) {
      void thumbnails.removed([...imageIds]);
      backups.changed();
    },
    restored: missingSearch.look,
    failed: (message, error) => log.error('library', message, errorFacts(error)),
  });
  const exporter = createPictureExporter({
    clock,
    thread: createFileThread({ workerFile: built('import-worker.cjs'), clock }),
    repository,
    folders,
    missed: missingSearch.missed,
    changed: (exporting) => changes.publish({ kind: 'exporting', exporting }),
    failed: (error) => log.error('library', 'copies could not be saved', errorFacts(error)),
  });
  const rescan = createRescan({
    clock,
    roots: libraries,
    folders,
    memory: createFolderMemory(path.join(userData, 'library-folders.json')),
    thread: createFileThread({ workerFile: built('import-worker.cjs'), clock }),
    lease,
    journal,
    repository,
    accountId: practiceAccountId,
    added(imageIds) {
      imported(imageIds);
      importer.foundByHand(imageIds.length);
    },
    renamed: missingSearch.look,
    failed: (error) => log.warn('library', 'the library folders could not be rescanned', errorFacts(error)),
  });

  const settings = {
    get: stores.settings.get,
    set(next: Settings): void {
      const before = folders.root();
      stores.settings.set(next);
      if (folders.root() !== before) {
        const view = stores.viewState.get();
        stores.viewState.set({ ...view, formerLibraryFolders: [before, ...view.formerLibraryFolders.filter((folder) => folder !== before && folder !== folders.root())] });
      }
      nativeTheme.themeSource = next.theme;
      changes.publish({ kind: 'settings', settings: next, libraryFolder: folders.root() });
      if (folders.root() === before) return;
      // It may be the old folder in its new place.
      missingSearch.look();
      void marksCopies.copy();
    },
  };
  const proxy = createProxySettings({
    setting: () => settings.get().proxy,
    save: (next) => settings.set({ ...settings.get(), proxy: next }),
    password: proxyPassword,
    changed: () => engine.wake(),
  });
  const services: Services = {
    repository,
    views,
    engine,
    accounts,
    accountTasks: createAccountTasks({ accounts, engine, repository }),
    secrets,
    client,
    folders,
    missingSearch,
    marker,
    trash,
    importer,
    rescan,
    exporter,
    changes,
    settings,
    viewMemory: input.viewMemory,
    proxy,
    environmentKey,
    notices: noticeBoard.list,
    about: { version: app.getVersion(), platform: process.platform as 'darwin' | 'win32' | 'linux', locale: app.getLocale() },
    desktop,
    thumbnails,
    words,
    diagnostics: createDiagnosticsSources({ diary: input.diary, logFolder: input.logFolder, repository, accounts, vault }),
  };

  const stopRetryingKeys = retryKeys(clock, accounts.readKeysAgain);
  void trash.start();
  await prepareLibrary({
    clock,
    lease,
    root: folders.root(),
    isDefault: stores.settings.get().libraryFolder === null,
    failed: (error) => log.warn('library', 'no library folder', errorFacts(error)),
  });
  return {
    engine,
    importer,
    importDropped: async (paths) => void (await importer.begin(paths)),
    cameToFront: rescan.soon,
    handlers: {
      ...appHandlers(services),
      ...taskHandlers(services),
      ...libraryHandlers(services),
      ...marksHandlers(services),
      ...importHandlers(services),
      ...exportHandlers(services),
      ...searchesHandlers(services),
      ...imageHandlers(services),
      ...thumbnailHandlers(services),
      ...settingsHandlers(services),
      ...accountHandlers(services),
      ...ledgerHandlers(services),
      ...diagnosticsHandlers(services),
    },
    pictures: {
      file: pictureFile,
      thumbnail: thumbnails.get,
    },
    close() {
      stopRetryingKeys();
      return closeServices(
        clock,
        {
          thumbnails: closeThumbnails,
          import: importer.close,
          export: exporter.close,
          rescan: rescan.close,
          'missing-search': missingSearch.close,
          trash: trash.close,
          engine: engine.close,
          backups: backups.close,
          marks: marker.settled,
          practice: practice.stop,
          'marks-copy': marksCopies.close,
          views: views.close,
          history: repository.close,
        },
        (part, error) => log.error('app', 'closing failed', { part, ...errorFacts(error) }),
      );
    },
  };

  function libraryHolder(): string {
    const folder = folders.root();
    const holder = lease.holder(folder);
    return holder === null ? folder : words('dialogs.library-holder', { folder, computer: holder.computer, since: holder.since });
  }
}
