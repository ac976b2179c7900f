import type { Consoles } from '../../shared/account.ts';
import type { ImportCounts, ImportedPicture, SkipReason, SkippedFile } from '../../shared/library/import.ts';
import type { ImageMarks, Mark, SavedSearch, TagCount } from '../../shared/library/marks.ts';
import type { OpenedPictures, OpenedTasks, PictureColumns, Range, ViewFacts, ViewQuery, ViewToken } from '../../shared/library/view.ts';
import type {
  AccountId,
  EpochMs,
  GenerationRequest,
  Image,
  ImageFile,
  ImageId,
  ImageState,
  Task,
  TaskId,
  TaskStatus,
  TaskWithImages,
} from '../../shared/task.ts';

/**
 * The few things that core needs from outside. Each has one real adapter; a fake stands only in tests, and a
 * contract test holds both to the same behaviour.
 */

export interface Clock {
  /** Milliseconds that never go back and do not care about the wall clock; the origin means nothing. */
  monotonic(): number;
  /** Wall-clock time, for showing and storing only. */
  now(): EpochMs;
  /** Calls `run` once after `delay` milliseconds; returns what cancels it. */
  after(delay: number, run: () => void): () => void;
}

/** Numbers in [0, 1), for jitter. */
export type Random = () => number;

/** Which addresses a connection may be made to, whatever name led to them. */
export type Reach = 'any' | 'public-or-loopback' | 'public';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** POSTs go on a connection of their own: a reused socket may die between write and answer. */
  readonly connection: 'fresh' | 'pooled';
  /** Milliseconds until the connection must stand, until the answer's headers must be there, between body bytes, and until the last of them. */
  readonly timeouts: { readonly connect: number; readonly headers: number; readonly idle: number; readonly total?: number };
  /** Default `any`. Checked against the resolved address at the moment of connecting; HttpFailure `ADDRESS_REFUSED`. */
  readonly reach?: Reach;
  readonly signal?: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body, as it arrives. Must be read to its end or destroyed by ending the iteration. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** No complete answer. `sent: false` only when it is certain that no byte of the request left: no connection was made. */
export class HttpFailure extends Error {
  readonly sent: boolean;
  /** `ENOTFOUND`, `ECONNREFUSED`, `CERT_…`, `TIMEOUT`, `ABORTED`, `ECONNRESET`, `NO_TURN` (every pooled connection was busy) … */
  readonly code: string;

  constructor(code: string, sent: boolean, options?: ErrorOptions) {
    super(`${code} (${sent ? 'after' : 'before'} the connection was made)`, options);
    this.name = 'HttpFailure';
    this.code = code;
    this.sent = sent;
  }
}

/** One request, one try: never retried, redirects never followed. Rejects with HttpFailure. */
export interface Http {
  open(request: HttpRequest): Promise<HttpReply>;
}

/** What core needs of accounts: where to send, and the key at the moment of sending. */
export interface Accounts {
  /** Null: the account has no usable key now (missing, unreadable, or refused by the service). */
  credentials(accountId: AccountId): Promise<Credentials | null>;
  /** The service answered 401 or 403 to this key: hold the account until the key is replaced. */
  keyRefused(accountId: AccountId, key: string): Promise<void>;
}

export interface Credentials {
  /** Without trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
}

/** The operating system's encrypted storage. */
export interface Secrets {
  /** Whether a keyring protects newly encrypted text. The resulting bytes decide, not what the system claims. */
  protects(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects when the bytes cannot be decrypted (a locked or reset keyring, another user, another machine). */
  decrypt(bytes: Uint8Array): Promise<string>;
  /** Tries again after `decrypt` rejected, because the keyring may be unlocked by now. `asked`: a person is waiting, so the system may ask for the keyring's password. */
  decryptAgain(bytes: Uint8Array, asked: boolean): Promise<string>;
}

/** What is kept of an account's key at rest. */
export interface StoredKey {
  readonly keeping: 'protected' | 'unprotected';
  /** The origin that the key was given for; it is never sent to another. */
  readonly origin: string;
  readonly lastFour: string;
  /** Base64 of the ciphertext (`protected`) or of the key itself (`unprotected`, by explicit choice). */
  readonly bytes: string;
  /** The service answered 401 or 403 to it. */
  readonly refused: boolean;
}

/** Where keys are stored: a small file, separate from settings and history. */
export interface KeyStore {
  read(accountId: AccountId): StoredKey | null;
  write(accountId: AccountId, key: StoredKey | null): void;
}

/** Names where pictures go, below a root that may be missing or full at any time. */
export interface Library {
  /** Absolute path of the library folder in force. */
  root(): string;
}

export interface StoredAnswer {
  readonly at: EpochMs;
  readonly httpStatus: number | null;
  /** Redacted, cut to `maxStoredAnswer` characters. */
  readonly body: string;
  readonly truncated: boolean;
}

/** The address of a picture. Inline pictures (`b64_json`) and addresses that contain the key are requested again instead of stored. */
export type ImageSource = { readonly kind: 'url'; readonly url: string } | { readonly kind: 'inline' };

export interface StoredImage extends Image {
  /** Null once kept. */
  readonly source: ImageSource | null;
}

/** A page of all submissions, newest first. Imported pictures are not submissions. */
export interface TaskPageQuery {
  /** Empty: all. */
  readonly statuses: readonly TaskStatus[];
  readonly before: { readonly createdAt: EpochMs; readonly id: TaskId } | null;
  readonly limit: number;
}

/** What it takes to tell whether a kept picture's file is there. */
export interface KeptFile {
  readonly id: ImageId;
  /** Below a library folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
}

/** A file that is under another path now. */
export interface FileMove {
  readonly id: ImageId;
  readonly from: string;
  readonly to: string;
}

/** A mark as it is written: what is thrown away has its time. */
export type StoredMark = Exclude<Mark, { readonly kind: 'trash' }> | { readonly kind: 'trash'; readonly at: EpochMs };

/** Pictures that a mark changed, by what they had before: a rating, 0 or 1, or the time they were thrown away (0: they were not). */
export interface MarkedBefore {
  readonly was: number;
  readonly ids: Int32Array;
}

/** A picture in the trash, and since when. One that was restored and thrown away once more is another. */
export interface ThrownAway {
  readonly id: ImageId;
  readonly trashedAt: EpochMs;
}

/** A picture in the trash. */
export interface TrashedPicture {
  readonly id: ImageId;
  readonly taskId: TaskId;
  readonly index: number;
  readonly file: ImageFile;
  /** Another kept picture has the same file. */
  readonly sharesFile: boolean;
}

/** An import, as it outlives the app. `read`: its summary is not to be shown any more. */
export interface StoredImport {
  readonly id: string;
  /** Absolute paths of the files and folders that were chosen. */
  readonly sources: readonly string[];
  readonly begunAt: EpochMs;
  readonly state: 'running' | 'paused' | 'cancelled' | 'ended' | 'undoing' | 'undone' | 'read';
}

/** A file that an import has looked at, by what tells whether it is still the same. */
export interface LookedAtFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: EpochMs;
}

export type ImportOutcome = 'added' | 'duplicate' | 'in-trash' | 'other' | SkipReason;

/** What became of a file. */
export interface ImportedFile extends LookedAtFile {
  readonly outcome: ImportOutcome;
  /** Of the picture that was added. */
  readonly taskId: TaskId | null;
  /** That picture, unless it is in the history already: the journal brought it back after a crash. */
  readonly picture: NewPicture | null;
}

/** Counts of some of an import's files, by outcome. */
export interface CountedFiles extends ImportCounts {
  readonly bytes: number;
  /** The path after which to continue; null if there are no more. */
  readonly last: string | null;
}

/** An imported picture whose file is in the library. Its task is finished and describes it. */
export interface NewPicture {
  readonly task: Task & { readonly imported: ImportedPicture };
  readonly file: ImageFile;
}

/** A kept picture, by its content. */
export interface KeptContent {
  readonly taskId: TaskId;
  readonly sha256: string;
  readonly path: string;
  readonly inTrash: boolean;
  /** The import that it came with, if any. */
  readonly importId: string | null;
  /** An import has a file down as this picture. */
  readonly claimed: boolean;
}

/** An imported picture and its source file. */
export interface BroughtPicture {
  readonly taskId: TaskId;
  readonly imageId: ImageId;
  readonly file: ImageFile;
  /** A person has changed its marks since, or thrown it away. */
  readonly touched: boolean;
  /** Another kept picture has the same file. */
  readonly sharesFile: boolean;
  readonly source: LookedAtFile;
}

export interface StoredAccount {
  readonly id: AccountId;
  readonly kind: 'practice' | 'service';
  readonly name: string;
  readonly baseUrl: string;
  readonly createdAt: EpochMs;
  /** Absent: none is named. */
  readonly consoles?: Consoles;
  /** Set: removed by the person. The row stays, because tasks and pictures are named by it. */
  readonly removedAt?: EpochMs;
}

/**
 * The database. A promise that resolved means *on disk*: the transaction is committed with synchronous=FULL.
 * Rejects with AppFailure `disk-full` or `database-failed`; then nothing of the call was written.
 */
export interface Repository {
  /** Writes intents; ids already there are left alone. Returns the ids that are new. */
  insertTasks(tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** Writes every field of the task, and the answer if one is given; also of a task whose intent is not there. */
  saveTask(task: Task, answer?: StoredAnswer): Promise<void>;
  /** Writes a refused task with the service's answer, and the tasks that are held because of it, in one transaction. */
  saveRefusal(tasks: readonly Task[], refused: TaskId, answer: StoredAnswer): Promise<void>;
  /** Facts of clean but uneventful polls (polls, lastPollAt, trouble, facts) and their answers, in one transaction. */
  savePolls(polls: readonly { readonly task: Task; readonly answer: StoredAnswer | null }[]): Promise<void>;
  /** Commits the task together with rows for images that are new to it; known (taskId, index) get the fresh source. */
  saveCompletion(task: Task, sources: readonly ImageSource[], answer: StoredAnswer): Promise<readonly StoredImage[]>;
  /** Answers the state as it was written: `savedAt` of a kept picture is its place in the gallery's order. */
  saveImage(id: ImageId, state: ImageState): Promise<ImageState>;
  task(id: TaskId): Promise<TaskWithImages | null>;
  storedImages(taskId: TaskId): Promise<readonly StoredImage[]>;
  answer(taskId: TaskId): Promise<StoredAnswer | null>;
  findByRemoteId(accountId: AccountId, remoteId: string): Promise<TaskId | null>;
  /** Whether the service refused this task or one that was sent together with it. A refused key does not count: what waits for a key is not held. */
  wasRefusedTogether(id: TaskId): Promise<boolean>;
  /** All tasks that `isInFlight`, and completed ones with images still `waiting`; oldest first. */
  unfinishedTasks(): Promise<readonly TaskWithImages[]>;
  /** All tasks that `isAtHead`, newest first. */
  headTasks(): Promise<readonly TaskWithImages[]>;
  /** `more`: older ones follow. */
  page(query: TaskPageQuery): Promise<{ readonly tasks: readonly TaskWithImages[]; readonly more: boolean }>;
  image(id: ImageId): Promise<{ readonly image: Image; readonly task: Task } | null>;
  describe(ids: readonly ImageId[]): Promise<readonly { readonly image: Image; readonly task: Task }[]>;
  /** Kept pictures by ascending id, from the one after `after` (0: the first). */
  keptFiles(after: ImageId, limit: number): Promise<readonly KeptFile[]>;
  /** Writes where files are now; a picture whose path is no longer `from` is left alone. All or none. */
  moveFiles(moves: readonly FileMove[]): Promise<void>;
  /** Kept images with ids below `below` (null: all), descending, at most `limit`. */
  keptIds(below: ImageId | null, limit: number): Promise<readonly ImageId[]>;
  /** Distinct models, sizes and qualities by how often they were used, at most 20 each. */
  suggestions(): Promise<{ readonly models: readonly string[]; readonly sizes: readonly string[]; readonly qualities: readonly string[] }>;
  /** Marks kept pictures, all or none; tells only of those that it changed. At most some thousands at once. */
  markImages(ids: Int32Array, mark: StoredMark): Promise<readonly MarkedBefore[]>;
  /** Null: it is not a kept picture. */
  imageMarks(id: ImageId): Promise<ImageMarks | null>;
  /** Favourite, rating and trash of each, in the order of the ids, as `packedMarks` has them; 0 for what is not a kept picture. */
  markSigns(ids: readonly ImageId[]): Promise<Uint8Array>;
  /** Pictures thrown away up to a time, the earliest first, from the one after `after`. */
  trashed(until: EpochMs, after: ThrownAway | null, limit: number): Promise<readonly ThrownAway[]>;
  /** Of these what is still there. */
  trashedPictures(those: readonly ThrownAway[]): Promise<readonly TrashedPicture[]>;
  /** Moves times in the trash that are later than `now`, because the clock was ahead, to `now`. */
  trashedBy(now: EpochMs): Promise<void>;
  /** Marks pictures in the trash as `removed`, and resolves to their tasks. Ignores other pictures. */
  removeImages(ids: readonly ImageId[], at: EpochMs): Promise<readonly TaskId[]>;
  /** Writes an import or what changed of it. Older ones whose summary was read are forgotten by and by, with what became of their files. */
  saveImport(stored: StoredImport): Promise<void>;
  /**
   * Forgets what an import left out for a reason that may have passed, so that it is tried again. Looks at some thousand files, by path, from the
   * one after `after`; answers the path after which to go on, or null at the end.
   */
  forgetPassing(importId: string, after: string): Promise<string | null>;
  /** The newest one whose summary was not read. */
  latestImport(): Promise<StoredImport | null>;
  /** Writes the outcomes of some files together with their pictures, in one transaction. Resolves to the ids of the new pictures. */
  saveImported(importId: string, files: readonly ImportedFile[]): Promise<readonly ImageId[]>;
  /** Puts pictures into the history that no import brought. */
  addPictures(pictures: readonly NewPicture[]): Promise<readonly ImageId[]>;
  /** Counts a few thousand files of an import in the order of their paths, starting after `after`. */
  importCounts(importId: string, after: string): Promise<CountedFiles>;
  /** Of these files those that the import is done with, and that are still the same. */
  importedAlready(importId: string, files: readonly LookedAtFile[]): Promise<readonly string[]>;
  /** Files that an import left out, by path, from the one after `after`. */
  skippedFiles(importId: string, after: string, limit: number): Promise<readonly SkippedFile[]>;
  /** The files, by paths below the library, that belong to no kept picture. */
  unknownFiles(files: readonly Pick<ImageFile, 'path' | 'bytes'>[]): Promise<readonly string[]>;
  /** Kept pictures whose files have this length. */
  keptContents(bytes: number): Promise<readonly KeptContent[]>;
  /** Pictures of an import that are still in the library, in the order of their source paths, starting after `after`. */
  broughtPictures(importId: string, after: string, limit: number): Promise<readonly BroughtPicture[]>;
  /** Deletes imported pictures from the history. Ignores others. */
  forgetImported(taskIds: readonly TaskId[]): Promise<void>;
  /** In the order in which they were saved. Renaming does not change it. */
  savedSearches(): Promise<readonly SavedSearch[]>;
  /** An existing search gets the new name. With the time of a removed search, it takes the place of that one. */
  saveSearch(name: string, query: string, at: EpochMs): Promise<void>;
  renameSearch(id: number, name: string): Promise<void>;
  removeSearch(id: number): Promise<void>;
  accounts(): Promise<readonly StoredAccount[]>;
  saveAccount(account: StoredAccount): Promise<void>;
  close(): Promise<void>;
}

/**
 * What the rooms show: views of a library of any size (shared/library/view.ts). Reads only. Null: the view was replaced by a
 * newer one of its room. Rejects with AppFailure `database-failed`.
 */
export interface LibraryViews {
  /** The first pictures that match, as soon as they are known; `ready` tells the rest. Null: a newer one was opened meanwhile. */
  openGallery(query: ViewQuery): Promise<OpenedPictures | null>;
  openHistory(query: ViewQuery): Promise<OpenedTasks | null>;
  /** Resolves when all of the view is known. Null also where it begins otherwise than was told at first: it is to be opened again. */
  ready(token: ViewToken): Promise<ViewFacts | null>;
  pictures(token: ViewToken, range: Range): Promise<PictureColumns | null>;
  tasks(token: ViewToken, range: Range): Promise<readonly TaskWithImages[] | null>;
  /** Position in the view; -1 when it is not there. */
  locatePicture(token: ViewToken, id: ImageId): Promise<number | null>;
  locateTask(token: ViewToken, id: TaskId): Promise<number | null>;
  /** Position of the first picture saved before a time (seconds since the epoch). */
  atTime(token: ViewToken, time: number): Promise<number | null>;
  pictureIds(token: ViewToken, ranges: readonly Range[]): Promise<Int32Array | null>;
  /** Row numbers of the tasks at these positions, to be read by `tasksOfRows` whatever becomes of the view. */
  taskRows(token: ViewToken, ranges: readonly Range[]): Promise<Int32Array | null>;
  /** In the order of the numbers; rows that are gone or cannot be read are left out. */
  tasksOfRows(rows: Int32Array): Promise<readonly TaskWithImages[]>;
  /** Every tag, the most used first. */
  tags(): Promise<readonly TagCount[]>;
  /** How many pictures are in the trash. */
  inTrash(): Promise<number>;
  close(): Promise<void>;
}

/** What the engine tells the rest of the app, after it is on disk. */
export interface EngineEvents {
  taskChanged(task: TaskWithImages): void;
  imageKept(image: Image): void;
  /** A notice that concerns no single task, such as an id that could not be written. The same code with `null` clears it. */
  notice(code: 'library-unreachable' | 'library-full' | 'id-not-saved', subject: string | null): void;
}

export interface NewTask {
  readonly id: TaskId;
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  readonly retryOf: TaskId | null;
}
