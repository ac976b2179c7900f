import type { Notice, Snapshot } from '../../shared/ipc/api.ts';
import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../shared/network/proxy.ts';
import type { Opened } from '../../shared/links/open-request.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ViewMemory } from '../../shared/windows/view-memory.ts';
import type { Words } from '../../shared/words/index.ts';
import type { Spoken } from '../../shared/words/languages.ts';
import type { AccountBook } from '../core/accounts/account-book.ts';
import type { EnvironmentKey } from '../core/accounts/environment-key.ts';
import type { Secrets } from '../core/accounts/key-vault.ts';
import type { AccountStore } from '../core/accounts/account-store.ts';
import type { AccountActs } from '../core/acts/account-acts.ts';
import type { AssistantTasks } from '../core/acts/assistant-tasks.ts';
import type { LibraryActs } from '../core/acts/library-acts.ts';
import type { TaskActs } from '../core/acts/task-acts.ts';
import type { AccountTasks } from '../core/engine/remove-account.ts';
import type { BatchStore } from '../core/engine/batch-store.ts';
import type { TaskEngine } from '../core/engine/task-engine.ts';
import type { TaskHistory, TaskReader } from '../core/engine/task-store.ts';
import type { DiagnosticsInput } from '../core/diagnostics/diagnostics.ts';
import type { DiskKeeper } from '../core/diagnostics/disk-use.ts';
import type { LicencePlaces } from '../core/diagnostics/read-licences.ts';
import type { PictureExporter } from '../core/export/picture-exporter.ts';
import type { Importer } from '../core/import/importer.ts';
import type { LibraryFolders } from '../core/library/library-folders.ts';
import type { LibraryViews } from '../core/library/stores/library-views.ts';
import type { PictureStore } from '../core/library/stores/picture-store.ts';
import type { AlbumMover } from '../core/library/albums/album-mover.ts';
import type { AlbumStore } from '../core/library/albums/album-store.ts';
import type { SavedPromptStore } from '../core/library/stores/prompt-store.ts';
import type { Mirror } from '../core/mirror/mirror.ts';
import type { MirrorAccess } from '../core/mirror/mirror-access.ts';
import type { PriceBook } from '../core/money/price-book.ts';
import type { MarkStore, SavedSearchStore } from '../core/library/marks/mark-store.ts';
import type { Marker } from '../core/library/marks/marker.ts';
import type { Trash } from '../core/library/marks/empty-trash.ts';
import type { MissingSearch } from '../core/rescan/missing-search.ts';
import type { ReferenceStore } from '../core/references/reference-store.ts';
import type { Rescan } from '../core/rescan/rescan.ts';
import type { ServiceClient } from '../core/service/outcomes.ts';
import type { ThumbnailMaker } from '../core/thumbnails/thumbnail-maker.ts';
import type { UndoLog } from '../core/undo/undo-log.ts';
import type { WildcardBook } from '../core/wildcards/wildcard-book.ts';
import type { ChangeFeed } from './changes.ts';
import type { CommandInstaller } from './command-port.ts';
import type { Desktop } from './desktop-port.ts';
import type { UpdateControl } from './updates-port.ts';
import type { Windows } from './windows-port.ts';

/** What diagnostics contain that no other part knows. */
export interface DiagnosticsSources {
  readonly versions: DiagnosticsInput['versions'];
  readonly home: string;
  logs(): Promise<DiagnosticsInput['logs']>;
  /** Reads the whole database. */
  databaseFaults(): Promise<readonly string[]>;
  /** A function that removes every key that is stored or was used. */
  redact(): Promise<DiagnosticsInput['redact']>;
}

/** What the handlers need from the rest of the app. */
export interface HandlerServices {
  readonly repository: TaskReader & AccountStore & BatchStore & TaskHistory & PictureStore & MarkStore & AlbumStore & SavedSearchStore & SavedPromptStore;
  readonly views: LibraryViews;
  readonly engine: TaskEngine;
  readonly client: Pick<ServiceClient, 'test'>;
  readonly accounts: AccountBook;
  readonly accountTasks: AccountTasks;
  readonly accountActs: AccountActs;
  readonly libraryActs: LibraryActs;
  readonly taskActs: TaskActs;
  readonly assistantTasks: AssistantTasks;
  readonly undoLog: Pick<UndoLog, 'run'>;
  readonly prices: PriceBook;
  readonly secrets: Pick<Secrets, 'protects'>;
  readonly environmentKey: EnvironmentKey;
  readonly folders: LibraryFolders;
  readonly missingSearch: MissingSearch;
  readonly rescan: Pick<Rescan, 'changed'>;
  readonly references: ReferenceStore;
  readonly importer: Importer;
  readonly exporter: PictureExporter;
  readonly thumbnails: ThumbnailMaker;
  readonly marker: Marker;
  readonly albumMover: AlbumMover;
  readonly trash: Pick<Trash, 'empty'>;
  readonly disk: DiskKeeper;
  readonly settings: { get(): Settings; set(settings: Settings): void };
  /** The password goes in and never out. */
  readonly proxy: { set(setting: ProxySetting, change: ProxyPasswordChange): Promise<void>; passwordState(): Promise<ProxyPasswordState> };
  readonly mirror: Mirror;
  readonly mirrorAccess: MirrorAccess;
  readonly wildcards: WildcardBook;
  readonly viewMemory: { set(view: ViewMemory): void };
  readonly changes: ChangeFeed;
  readonly notices: () => readonly Notice[];
  /** The user-data folder, absolute. */
  readonly userData: string;
  readonly spoken: () => Spoken;
  readonly about: Pick<Snapshot, 'version' | 'platform' | 'command'>;
  readonly licencePlaces: LicencePlaces;
  /** What other programs asked to open. */
  readonly takeOpened: () => Promise<Opened>;
  readonly desktop: Desktop;
  readonly commandInstaller: CommandInstaller;
  readonly windows: Windows;
  readonly updates: UpdateControl;
  readonly diagnostics: DiagnosticsSources;
  readonly words: Words;
}
