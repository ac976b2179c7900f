import type { AssistantAllowance } from '../assistants.ts';
import type { AppError } from '../errors.ts';
import type { Account, AccountTest, EnvironmentKeyOffer, KeyringState, RemovalFacts } from '../account.ts';
import type { BatchWithProgress } from '../batch.ts';
import type { LibrarySearch } from '../library/missing-pictures.ts';
import type { Album, AlbumCount, AlbumMove } from '../library/albums.ts';
import type { Licences } from '../licences.ts';
import type { Opened } from '../links/open-request.ts';
import type { ExportProgress, LeftOutPicture } from '../export/export.ts';
import type { Imports, SkippedFile } from '../library/import.ts';
import type { ImageMarks, MarkingProgress, MarkStep, SavedSearch, TagCount, UsedMarks } from '../library/marks.ts';
import type { Matrix, MatrixTasks } from '../library/batch-matrix.ts';
import type { ComparedPictures, LesserCopies, OpenedPictures, OpenedTasks, PictureColumns, ViewDelta, ViewFacts } from '../library/view.ts';
import type { AccountPrices } from '../money/price-table.ts';
import type { DiskUse, Freed, PictureDays, PictureStatistics } from '../library/statistics.ts';
import type { Spending, Spent } from '../money/spending.ts';
import type { UnitCosts } from '../money/task-cost.ts';
import type { MirrorSecretState, MirrorState, MirrorTest } from '../mirror/mirror-state.ts';
import type { Result } from '../result.ts';
import type { ProxyPasswordState } from '../network/proxy.ts';
import type { PastPrompts, SavedPrompt } from '../prompts/saved-prompt.ts';
import type { ServiceTask } from '../service-task.ts';
import type { Settings } from '../settings.ts';
import type { LookedUp } from '../looked-up.ts';
import type { AccountId, BatchId, EpochMs, Image, ImageId, PictureReference, Task, TaskId, TaskWithImages } from '../task.ts';
import type { UncertainWildcard, WildcardFolder, WildcardText } from '../templates/wildcard-files.ts';
import type { Reverted } from '../reverting.ts';
import type { UndoToken } from '../undo-token.ts';
import type { CommandState } from '../command-state.ts';
import type { Updates } from '../updates/update-state.ts';
import type { ThumbnailLook } from '../windows/thumbnail-look.ts';
import type { WindowsState } from '../windows/window-states.ts';
import type { Spoken } from '../words/languages.ts';
import type { Channel, Input } from './schemas.ts';

/** Something the person should know that belongs to no single task; words under `notice.<code>`. */
export interface Notice {
  readonly code: 'library-unreachable' | 'library-full' | 'library-in-use' | 'id-not-saved' | 'settings-restored' | 'database-restored' | 'database-rebuilt' | 'history-stopped' | 'history-missing' | 'history-restarted' | 'thumbnails-being-made';
  /** What the words need: a folder, an id to copy, a reason, or a percentage. */
  readonly subject: string;
}

/** The state a window starts from. Changes with a sequence number up to `sequence` are already in it. */
export interface Snapshot {
  readonly sequence: number;
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  /** What main speaks, and the window with it. */
  readonly spoken: Spoken;
  /** The program that runs the command line with this profile, and its first arguments. Null: this copy of Latent has none that stays where it is. */
  readonly command: readonly string[] | null;
  readonly settings: Settings;
  /** The folder in force, for showing. */
  readonly libraryFolder: string;
  readonly accounts: readonly Account[];
  readonly selectedAccountId: AccountId;
  readonly keyring: KeyringState;
  /** Last four characters of SERVICE_API_KEY when the first start should offer to keep it; else null. */
  readonly environmentKey: EnvironmentKeyOffer | null;
  /** Everything at the head of the gallery (`isAtHead`), newest first. */
  readonly head: readonly TaskWithImages[];
  /** Those of which something waits or runs, and the latest others, newest first. */
  readonly batches: readonly BatchWithProgress[];
  readonly prices: readonly AccountPrices[];
  readonly suggestions: Suggestions;
  readonly usedMarks: UsedMarks;
  readonly notices: readonly Notice[];
  readonly librarySearch: LibrarySearch;
  readonly imports: Imports;
  /** Null: none is under way, and the summary of the latest was dismissed. */
  readonly exporting: ExportProgress | null;
  /** Null: the library was never mirrored. */
  readonly mirroring: MirrorState | null;
  /** Null: this build has no updates. */
  readonly updates: Updates | null;
}

/** Values used before, most used first, for the free-text fields. */
export interface Suggestions {
  readonly models: readonly string[];
  readonly sizes: readonly string[];
  readonly qualities: readonly string[];
}

/** What the gallery and the viewer show of a kept picture. */
export interface ImageInfo {
  readonly image: Image;
  readonly task: Task;
}

export interface TaskDetail extends TaskWithImages {
  /** The service's last answer as it came, the key redacted; null before the first. */
  readonly lastAnswer: { readonly at: EpochMs; readonly httpStatus: number | null; readonly body: string; readonly truncated: boolean } | null;
}

/** The tasks that it was done to. Left out are those in whose state it means nothing; when that is all of them, the call fails with `wrong-state`. */
export interface ActedOn {
  readonly taskIds: readonly TaskId[];
}

/** Something was done that can be undone, by its token. Null: nothing was changed, or it cannot be undone. */
export interface Undoable {
  readonly token: UndoToken | null;
}

/** What each call answers; the input is the channel's schema. */
export interface Outputs {
  'app:snapshot': Snapshot;
  /** What other programs asked to open since. It is opened once. */
  'app:take-opened': Opened;
  'app:licences': Licences;
  /** Opens the notices of Chromium in the system's program for such files. */
  'app:open-chromium-licences': void;
  'app:remember': void;
  /** Ids that are now on disk as intents; a replayed id is not taken twice. */
  'tasks:submit': { readonly taskIds: readonly TaskId[] };
  /** The same for a batch: all of its tasks are on disk, or none. */
  'tasks:submit-batch': { readonly taskIds: readonly TaskId[] };
  /** Changes the request of a task that has not been sent. */
  'tasks:edit': Undoable;
  /** Sets what tasks cost, as the person found out. */
  'tasks:settle': ActedOn & Undoable;
  'batches:hold': void;
  'batches:rename': Undoable;
  'queue:move': Undoable;
  /** Those of the given batches that have a grid. */
  'matrix:among': readonly BatchId[];
  /** Which tasks the grid of a batch has. Null: there is no such batch, or it has no grid. */
  'matrix:open': Matrix | null;
  'matrix:tasks': MatrixTasks;
  /** Replaces the rows that the person wrote. */
  'prices:set': void;
  /** The text of a file that the person chose. Null if they closed the dialog. */
  'prices:choose-file': { readonly text: string } | null;
  /** False when they closed the save dialog. */
  'prices:export': { readonly saved: boolean };
  'spending:spent': Spent;
  'spending:sums': Spending;
  /** One entry for each unit. Null: asked again meanwhile, or the view was replaced. */
  'spending:of-tasks': readonly UnitCosts[] | null;
  'spending:export': { readonly saved: boolean };
  'statistics:days': PictureDays;
  /** Of the pictures of a year in local time; null: of all. */
  'statistics:pictures': PictureStatistics;
  'statistics:disk': DiskUse;
  /** Removes what is made again or of no use. Never an original. */
  'statistics:free': Freed;
  /** Opens the folder of damaged files that were put aside. */
  'statistics:open-quarantine': void;
  /** Of the newest tasks, newest first. */
  'tasks:prompts': readonly string[];
  'tasks:detail': TaskDetail;
  'tasks:check': ActedOn;
  'tasks:stop': ActedOn;
  /** Cancels what was not sent. */
  'tasks:withdraw': ActedOn & Undoable;
  /** Sends tasks that were held. */
  'tasks:release': ActedOn;
  'tasks:dismiss': ActedOn & Undoable;
  /** Asks the service what it has under an id. Nothing is written. */
  'tasks:look-up': LookedUp;
  /** Tasks of the service that may be one of unknown outcome, the best fit first. */
  'tasks:candidates': readonly ServiceTask[];
  'tasks:attach': Undoable;
  /** Takes back ids that a person entered. */
  'tasks:detach': ActedOn & Undoable;
  'tasks:add-by-id': { readonly taskId: TaskId };
  /** Null, here and below: a newer view of the same kind took its place. `sequence`: changes up to it are in the view. */
  'library:open-gallery': (OpenedPictures & { readonly sequence: number }) | null;
  'library:open-history': (OpenedTasks & { readonly sequence: number }) | null;
  'library:ready': ViewFacts | null;
  /** Null: the view has to be opened again. */
  'library:advance': ViewDelta | null;
  'library:pictures': PictureColumns | null;
  'library:tasks': readonly TaskWithImages[] | null;
  /** Position in the view; -1 when it is not there. */
  'library:locate-picture': number | null;
  'library:locate-tasks': Int32Array | null;
  /** Folders in the library folders and within these, as `in:` takes them. */
  'library:folders': readonly string[];
  /** Null within: the group is a day, or its pictures have no prompt, model or batch. */
  'library:group-labels': readonly (string | null)[] | null;
  'library:compared': ComparedPictures;
  /** Position of the first picture saved before a time in seconds since the epoch. */
  'library:at-time': number | null;
  'library:lesser-copies': LesserCopies | null;
  'marks:set': MarkStep;
  /** Picks some pictures and rejects others. */
  'marks:decide': MarkStep;
  /** Replaces these tags by another one on all pictures, or removes them. Then rewrites saved searches. */
  'marks:retag': MarkStep;
  /** Ends the marking that is under way; what was marked by then can be undone. */
  'marks:cancel': void;
  /** Null: it is not a kept picture. */
  'marks:of': ImageMarks | null;
  'marks:tags': readonly TagCount[];
  /** How many pictures are in the trash. */
  'marks:in-trash': number;
  /** Null: the person cancelled. `left`: their files could not be removed, so they stay in the trash. */
  'marks:empty-trash': { readonly removed: number; readonly left: number } | null;
  'export:choose': { readonly pictures: number };
  /** Starts to save copies in a folder or a ZIP file. False if the dialog was closed. Changes report the progress. */
  'export:begin': { readonly begun: boolean };
  /** The same for one HTML page or PDF that shows all chosen pictures. */
  'export:contact-sheet': { readonly begun: boolean };
  /** The names that the first of the chosen pictures would get. Empty if the pattern is invalid. */
  'export:names': readonly string[];
  /** What is copied by then stays. */
  'export:stop': void;
  'export:resume': void;
  /** Dismisses the summary. */
  'export:dismiss': void;
  /** The first pictures that were not copied. */
  'export:left-out': readonly LeftOutPicture[];
  'export:open-folder': void;
  /** Shows the first picture of each folder in the system's file manager. `more`: there may be more folders than were shown. */
  'export:reveal': { readonly folders: number; readonly more: boolean };
  /** False when the dialog was closed. Begins an import, or adds to the one under way; how it goes is a change. */
  'import:choose': { readonly begun: boolean };
  'import:pause': void;
  'import:resume': void;
  /** What is in the library by then stays. */
  'import:cancel': void;
  /** The summary was read. */
  'import:dismiss': void;
  /** The first files that the latest import left out. */
  'import:skipped': readonly SkippedFile[];
  /** By folder and title. */
  'prompts:list': readonly SavedPrompt[];
  'prompts:put': { readonly prompts: readonly SavedPrompt[] } & Undoable;
  'prompts:remove': { readonly prompts: readonly SavedPrompt[] } & Undoable;
  /** Saves a prompt with its settings as a JSON file. False if the dialog was closed. */
  'prompts:save-file': { readonly saved: boolean };
  /** Null: a newer search took its place. */
  'prompts:history': PastPrompts | null;
  /** Pictures of recent tasks with exactly this prompt, newest first. */
  'prompts:pictures': readonly ImageId[];
  /** Copies pictures into the library, so that they can be sent whenever it is. In their order. */
  'references:keep': readonly PictureReference[];
  /** The same with files that the person chooses. Empty if they closed the dialog. */
  'references:choose': readonly PictureReference[];
  'references:from-pictures': readonly PictureReference[];
  'references:reveal': void;
  'references:open-address': void;
  'searches:list': readonly SavedSearch[];
  'searches:save': readonly SavedSearch[];
  'searches:rename': readonly SavedSearch[];
  'searches:remove': { readonly searches: readonly SavedSearch[] } & Undoable;
  /** In their order. */
  'albums:list': readonly Album[];
  /** `failure`: why saved searches that name it were not rewritten, if so. */
  'albums:put': { readonly albums: readonly Album[]; readonly failure: AppError | null } & Undoable;
  /** Removes an album. Its pictures stay in the library. */
  'albums:remove': { readonly albums: readonly Album[] } & Undoable;
  'albums:counts': readonly AlbumCount[];
  'albums:arrange': { readonly albums: readonly Album[]; readonly searches: readonly SavedSearch[] } & Undoable;
  'albums:move': AlbumMove;
  /** Undoes or redoes one act, by its token. */
  'undo:run': Reverted;
  'images:describe': readonly ImageInfo[];
  /**
   * Those of the given pictures whose file is in none of the library folders, and whether the folder in force is there. `changed`: those of them at
   * whose place another file is, as after an edit under their name.
   */
  'images:absent': { readonly imageIds: readonly ImageId[]; readonly changed: readonly ImageId[]; readonly folderIsThere: boolean };
  /** Begins a search through all library folders; how it goes and what came of it are changes. */
  'images:look-for-missing': void;
  'images:copy': void;
  /** Copies the files of the first `mostCopied` selected pictures to the clipboard, or their paths as text. `more`: there are more pictures. */
  'images:copy-files': { readonly files: number; readonly missing: number; readonly more: boolean };
  /** Opens the file in the system's program for it. */
  'images:open': void;
  /** Opens the file in the person's program. Null: they chose none. */
  'images:open-with': { readonly program: string } | null;
  'images:reveal': void;
  /**
   * Begins to drag the files of the first `mostDragged` selected pictures out to other programs, without those whose files are missing. To be
   * asked for while a `dragstart` is handled whose default is prevented.
   */
  'images:drag': { readonly files: number; readonly missing: number };
  /** What is known of the thumbnails of `imageIds`, in their order. */
  'thumbnails:in-sight': readonly ThumbnailLook[];
  /** False when the picture is still broken. */
  'thumbnails:try-again': { readonly made: boolean };
  'settings:update': Settings;
  'settings:set-proxy': ProxyPasswordState;
  'settings:proxy-password': ProxyPasswordState;
  'mirror:set': MirrorSecretState;
  'mirror:secret': MirrorSecretState;
  'mirror:test': MirrorTest;
  /** How it goes is a change. */
  'mirror:begin': void;
  /** What was mirrored by then stays. */
  'mirror:stop': void;
  /** False when the person closed the folder dialog. */
  'folders:choose-library': { readonly changed: boolean };
  'folders:open-library': void;
  /** False when the person closed the folder dialog. */
  'folders:choose-wildcard': { readonly changed: boolean };
  /** Null: still as at the known revision. */
  'wildcards:folder': WildcardFolder | null;
  'wildcards:read': WildcardText | UncertainWildcard;
  'wildcards:save': WildcardText;
  'wildcards:rename': void;
  /** Into the system's trash. If there is none, the file is deleted. */
  'wildcards:remove': void;
  /** Changes the windows, and answers their state. A window may take a moment to change. A change then follows. */
  'windows:set': WindowsState;
  /** Shows a picture in the second window, if it is open. */
  'windows:show': void;
  /** Every submission, or those at positions of the history's view, into a file that the person names. False when they closed the save dialog. */
  'ledger:export': { readonly saved: boolean };
  /** A zip of versions, settings, logs and the states of tasks; prompts only where asked for. False when the save dialog was closed. */
  'diagnostics:save': { readonly saved: boolean };
  'diagnostics:cancel': void;
  /** The command on the person's PATH. */
  'command:state': CommandState;
  'command:install': CommandState;
  'command:remove': CommandState;
  /** How it goes is a change. */
  'updates:check': void;
  /** Quits as usual, installs what is ready, and starts Latent again. */
  'updates:restart': void;
  /** Opens the page of the release that was found. */
  'updates:open-page': void;
  /** The person was told that a newer release runs. */
  'updates:news-told': void;
  'accounts:add': { readonly accountId: AccountId };
  'accounts:confirm': void;
  'accounts:rename': void;
  'accounts:replace-key': void;
  'accounts:forget-key': void;
  'accounts:change-address': void;
  'accounts:set-consoles': void;
  'accounts:set-options': Undoable;
  /** Opens what is stored, in the browser; main asks first, once for each address of a run. */
  'accounts:open-console': void;
  'accounts:removal-facts': RemovalFacts;
  /** Cancels its tasks of which nothing was sent. Undo brings back all but the key. */
  'accounts:remove': Undoable;
  'accounts:select': void;
  /** Sending goes on that was stopped after several unknown outcomes. */
  'accounts:resume-sending': void;
  'accounts:test': AccountTest;
  'accounts:test-new': AccountTest;
  /** Tested by main, which alone knows the key; selected only if the test passed. */
  'accounts:keep-environment-key': { readonly accountId: AccountId; readonly test: AccountTest };
  'accounts:decline-environment-key': void;
  'assistant:allowance': AssistantAllowance;
}

/** One change of main's truth. Coalesced: per task or setting only the latest of a frame is sent. */
export type Change =
  | { readonly kind: 'task'; readonly task: TaskWithImages }
  /** A picture was kept: it is before all others, but behind those of its own task that come earlier in it (`savedAt`, then id, both descending). */
  | { readonly kind: 'image-kept'; readonly image: Image; readonly savedAt: EpochMs }
  | { readonly kind: 'accounts'; readonly accounts: readonly Account[]; readonly selectedAccountId: AccountId; readonly environmentKey: Snapshot['environmentKey'] }
  | { readonly kind: 'settings'; readonly settings: Settings; readonly libraryFolder: string }
  | { readonly kind: 'spoken'; readonly spoken: Spoken }
  /** These batches, as they are now. */
  | { readonly kind: 'batches'; readonly batches: readonly BatchWithProgress[] }
  | { readonly kind: 'prices'; readonly prices: readonly AccountPrices[] }
  | { readonly kind: 'suggestions'; readonly suggestions: Suggestions }
  /**
   * Pictures were marked, or their size was corrected; `imageIds` null: too many to name. `moved`: into the trash or out of it, removed, or of another
   * size, so that an open view holds other pictures than it would now. `round` counts them.
   */
  | { readonly kind: 'marks'; readonly round: number; readonly imageIds: readonly ImageId[] | null; readonly moved: boolean }
  | { readonly kind: 'used-marks'; readonly usedMarks: UsedMarks }
  /** How a large selection is being marked; null: it is done. */
  | { readonly kind: 'marking'; readonly progress: MarkingProgress | null }
  | { readonly kind: 'exporting'; readonly exporting: ExportProgress | null }
  | { readonly kind: 'mirroring'; readonly mirroring: MirrorState | null }
  | { readonly kind: 'imports'; readonly imports: Imports }
  | { readonly kind: 'library-search'; readonly librarySearch: LibrarySearch }
  /** More pictures can be compared than before. */
  | { readonly kind: 'compared' }
  | { readonly kind: 'windows'; readonly windows: WindowsState }
  /** Another program asked to open something: `app:take-opened`. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'updates'; readonly updates: Updates | null }
  | { readonly kind: 'notices'; readonly notices: readonly Notice[] };

export interface ChangeBatch {
  readonly sequence: number;
  readonly changes: readonly Change[];
}

/** `tasks:detail` → `tasksDetail`, `images:copy` → `imagesCopy`. */
type Camel<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
type MethodName<C extends Channel> = C extends `${infer Area}:${infer Name}` ? `${Area}${Capitalize<Camel<Name>>}` : never;

/** What the preload puts on `window.api`: one function per channel, and one subscription. */
export type Api = {
  readonly [C in Channel as MethodName<C>]: Input<C> extends undefined
    ? () => Promise<Result<Outputs[C]>>
    : (input: Input<C>) => Promise<Result<Outputs[C]>>;
} & {
  /** Calls back with every batch from now on, in order; returns what ends it. */
  readonly onChanges: (listener: (batch: ChangeBatch) => void) => () => void;
};

/** The channel on which main sends ChangeBatch. */
export const changesChannel = 'changes';

/** The channel on which the preload sends the paths of what was dropped on the window. */
export const droppedChannel = 'dropped-files';
