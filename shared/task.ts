import type { ImportedPicture } from './library/import.ts';
import { compareAmounts, noAmount, type Amount } from './money/amount.ts';

/**
 * A *task* is one submission and its remote id; an *image* is one file that it produced.
 * Times are milliseconds since the epoch (`EpochMs`) unless a name says otherwise.
 */

/** Local id (a UUID), created at the click, before anything is sent. */
export type TaskId = string;
/** The same, of a batch (shared/batch.ts). */
export type BatchId = string;
export type AccountId = string;
export type EpochMs = number;

/** The payload of the submit operation (service-interface §2). Free text: allowed values are not documented. */
export interface GenerationRequest {
  readonly model: string;
  readonly prompt: string;
  readonly size: string;
  readonly quality: string;
  /** More fields of the request, merged into its body. Absent: none. */
  readonly fields?: RequestFields;
  /** Pictures that the request refers to. Absent: none. */
  readonly references?: readonly Reference[];
}

/** A JSON object. It never names a field that the request has already. */
export type RequestFields = Readonly<Record<string, unknown>>;

/** A picture that a request refers to: an address that the service fetches, or a picture of which the library has a copy. */
export type Reference = { readonly kind: 'address'; readonly url: string } | PictureReference;

/** The copy is in the library's folder for references, named by its content. */
export interface PictureReference {
  readonly kind: 'file';
  readonly sha256: string;
  readonly type: ShownType;
  readonly bytes: number;
  /** That of the file that was copied, only for showing. Empty: it had none. */
  readonly name: string;
}

/** What the service said in words: the parsed error and its HTTP status (null: none). */
export interface ServiceSaid {
  readonly httpStatus: number | null;
  /** The service's own code, such as `insufficient_credits`; null if it gave none. */
  readonly code: string | null;
  /** The service's own message, redacted; null if it gave none. */
  readonly message: string | null;
}

/** Why a submission's outcome cannot be known. */
export const unknownReasons = ['stopped-while-sending', 'no-answer-in-time', 'connection-lost', 'server-error', 'redirected', 'answer-without-id'] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/**
 * Why no connection can be made. `network`: this computer has no network. `name-not-found`: the service's name does not resolve.
 * `connection-refused`: the service's computer refuses the connection. `unreachable`: it does not answer.
 */
export type ConnectionTrouble =
  | 'network'
  | 'connection-refused'
  | 'name-not-found'
  | 'unreachable'
  | 'proxy-password'
  | 'proxy-refused'
  | 'proxy-unreachable'
  | 'certificate';

/**
 * Why a queued task has not been sent yet. `held`: the service refused another task of the same submission, so the rest is on hold
 * until the person sends or cancels it. `batch-held`: its batch is on hold. `references`: its reference pictures cannot be sent as they are. `stopped`: the person holds the
 * whole queue. `busy`: the service takes no more tasks at the moment (429). `unclear`: several submissions of the account in a row had no clear outcome, so nothing
 * more is sent until the person says so.
 */
export type QueueReason = 'turn' | ConnectionTrouble | 'busy' | 'key' | 'disk' | 'held' | 'batch-held' | MoneyReason | 'references' | 'stopped' | 'unclear';

/** Why the account's budget keeps a task back. `budget`: there is no room for it. `price`: its price is unknown, so nobody can say whether there is. */
export type MoneyReason = 'budget' | 'price';

export type TaskState =
  /** The intent is on disk; nothing was sent. */
  | {
      readonly status: 'queued';
      readonly waitingFor: QueueReason;
      /** `held` only: what the service said when it refused the other task. Absent: nothing, or it is not known. */
      readonly otherSaid?: ServiceSaid;
      /** When it is tried again by itself, if that is known. Not stored. */
      readonly retryAt?: EpochMs;
    }
  /** On disk before the connection is made: after a crash this row means "may have been sent". */
  | { readonly status: 'submitting' }
  /**
   * It is not known whether the service accepted it. It is sent again by itself only with its `idempotencyKey`. `repeatAt`: when that happens next, if that
   * is planned; null: once the connection has ended on which an answer may still come. Not stored.
   */
  | { readonly status: 'unknown'; readonly reason: UnknownReason; readonly said: ServiceSaid; readonly repeatAt?: EpochMs | null }
  /** The service refused it. */
  | { readonly status: 'rejected'; readonly said: ServiceSaid }
  /** Cancelled by the person before it was sent. */
  | { readonly status: 'withdrawn' }
  /**
   * Accepted; queried every three seconds. `misses`: how many times in a row the service did not know the id. `short`: how many times in a row it
   * said that the task is completed, and named no picture or fewer than it lists; not stored.
   */
  | { readonly status: 'processing'; readonly remoteId: string; readonly misses: number; readonly short?: number }
  /** The service may still finish it. Queried slowly (watch-limit) or only on request (user). Never resubmitted. */
  | { readonly status: 'paused'; readonly remoteId: string; readonly by: 'watch-limit' | 'user' }
  /** Three times in a row, the service did not know the id or did not show it to this account. The id is kept. */
  | { readonly status: 'missing'; readonly remoteId: string; readonly said: ServiceSaid }
  /**
   * Finished. The answer listed `imageCount` pictures, possibly none. Each image has its own state. `remoteId` is empty if the POST was answered with
   * the pictures themselves, so that nothing can be queried.
   */
  | { readonly status: 'completed'; readonly remoteId: string; readonly imageCount: number }
  /** The service could not generate it (service-interface §7.2). */
  | { readonly status: 'failed'; readonly remoteId: string; readonly said: ServiceSaid };

export type TaskStatus = TaskState['status'];

/** Facts that services add to their answers (answers-in-the-wild). Null: not stated. */
export interface ServiceFacts {
  /** The status word exactly as received. */
  readonly statusWord: string | null;
  /** 0 to 100. */
  readonly progress: number | null;
  readonly estimatedSeconds: number | null;
  /** What the service says that the task costs. */
  readonly credits: Amount | null;
  readonly model: string | null;
  /** How many ids the service gave the submission. Absent: one. What it says of one of several is not the price of the request. */
  readonly ids?: number;
}

/**
 * Why the latest query had no clean answer. The task is waiting, it has not failed. `intercepted`: something between this computer and the service
 * answered in its place, such as a login page. `forbidden`: the service does not show the task to this key, although the key is good. `reported`: the
 * service reports an error, beside a status word that Latent does not know.
 */
export interface PollTrouble {
  readonly kind:
    | 'no-network'
    | Exclude<ConnectionTrouble, 'network'>
    | 'no-answer'
    | 'rate-limited'
    | 'server-error'
    | 'unreadable'
    | 'not-found'
    | 'key-refused'
    | 'intercepted'
    | 'forbidden'
    | 'reported'
    | 'refused';
  readonly said: ServiceSaid;
  /** When the next query is due. */
  readonly retryAt: EpochMs | null;
}

export interface Task {
  readonly id: TaskId;
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  /** The task whose "Generate again" created this one. */
  readonly retryOf: TaskId | null;
  /** True if the person added the task by its remote id. Latent never sent it. */
  readonly adopted: boolean;
  /** Not null: no submission, but an imported picture in the form of a finished task. History, ledger and queries leave it out. */
  readonly imported: ImportedPicture | null;
  /** The batch that it was sent with. */
  readonly batchId: BatchId | null;
  /** Order in the queue: the lowest is sent first. */
  readonly place: number;
  /** The price by the account's table when it was sent; null if that was unknown, or nothing was sent. */
  readonly estimate: Amount | null;
  /** What the person says that it cost, in the account's unit: 0 if it was not charged, or was refunded. It replaces the estimate and what the service said. Null: not settled. */
  readonly settled: Amount | null;
  /** The key under which it may be submitted again after an unknown outcome, without being charged twice. Null: the account's service has no such keys. */
  readonly idempotencyKey: string | null;
  /** How often it was sent again with that key. The first time is not counted. */
  readonly repeated: number;
  /** Not null: the person entered its id, and this is why the outcome was unknown before. */
  readonly byHand: UnknownReason | null;
  readonly createdAt: EpochMs;
  /** When the (first) POST began. */
  readonly submittedAt: EpochMs | null;
  /** When the remote id was received. */
  readonly acceptedAt: EpochMs | null;
  /** When it reached a final state. */
  readonly endedAt: EpochMs | null;
  /** When the person hid it. It stays in History. */
  readonly dismissedAt: EpochMs | null;
  readonly state: TaskState;
  readonly polls: number;
  readonly lastPollAt: EpochMs | null;
  readonly trouble: PollTrouble | null;
  readonly facts: ServiceFacts;
}

/** Types that Latent can show. */
export const shownTypes = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
export type ShownType = (typeof shownTypes)[number];

/** Types of delivered files that Latent only keeps, because they were paid for. Never decoded, never rendered. `bin`: unknown. */
const typesWithoutPreview = ['tiff', 'bmp', 'svg', 'psd', 'pdf', 'zip', 'mp4', 'mov', 'webm', 'avi', 'heic', 'jxl', 'jp2', 'ico', 'exr', 'glb', 'gz', 'bin'] as const;

export const imageTypes = [...shownTypes, ...typesWithoutPreview] as const;
export type ImageType = (typeof imageTypes)[number];

export function isShown(type: ImageType): type is ShownType {
  return (shownTypes as readonly ImageType[]).includes(type);
}

/** Why a listed address was not accepted as a picture. */
export type ImageRefusal = 'not-a-picture' | 'too-large' | 'address-not-allowed' | 'damaged';

export type ImageState =
  /** Listed by the service, not downloaded yet. `attempts` counts the tries; `trouble` is the last error, redacted. */
  | { readonly status: 'waiting'; readonly attempts: number; readonly trouble: string | null }
  /** The file is in the library, checked and on disk. */
  | { readonly status: 'kept'; readonly file: ImageFile }
  /** The address no longer works, and the service gives no new one. */
  | { readonly status: 'expired' }
  /** Deleted for good by the person: its file was removed when the trash was emptied. It is not downloaded again. */
  | { readonly status: 'removed'; readonly at: EpochMs }
  | { readonly status: 'refused'; readonly why: ImageRefusal; readonly detail: string };

export interface ImageFile {
  /** Path below the library folder, with forward slashes. */
  readonly path: string;
  readonly type: ImageType;
  /** Width and height are 1 for a file that cannot be shown, because nothing reads its contents. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly savedAt: EpochMs;
}

/** Row number in the database. A small number, so that a million fit in a typed array. */
export type ImageId = number;

/**
 * From here on, an image's index is no position in an answer: the image was found outside the known places of an answer that did not complete
 * the task. An answer names at most this many images.
 */
export const firstFoundIndex = 100;

export interface Image {
  readonly id: ImageId;
  readonly taskId: TaskId;
  /** Position in the task's answer, from 0; see `firstFoundIndex`. */
  readonly index: number;
  readonly state: ImageState;
}

/** A task with its images: what the renderer shows. */
export interface TaskWithImages {
  readonly task: Task;
  readonly images: readonly Image[];
}

export const noFacts: ServiceFacts = { statusWord: null, progress: null, estimatedSeconds: null, credits: null, model: null };

export const saidNothing: ServiceSaid = { httpStatus: null, code: null, message: null };

/** Of a task that never was in the queue. */
export const neverQueued = { batchId: null, place: 0, estimate: null, settled: null, idempotencyKey: null, repeated: 0, byHand: null } as const;

/** Of a task of which only what the library and the second record tell is known. Both leave out the key: what the service has accepted is never sent again. */
export const notRepeated = { idempotencyKey: null, repeated: 0 } as const;

/** A new task: an intent, nothing is sent yet. */
export function newTask(id: TaskId, accountId: AccountId, request: GenerationRequest, retryOf: TaskId | null, createdAt: EpochMs, batchId: BatchId | null = null): Task {
  return {
    id,
    accountId,
    request,
    retryOf,
    adopted: false,
    imported: null,
    ...neverQueued,
    batchId,
    place: createdAt,
    createdAt,
    submittedAt: null,
    acceptedAt: null,
    endedAt: null,
    dismissedAt: null,
    state: { status: 'queued', waitingFor: 'turn' },
    polls: 0,
    lastPollAt: null,
    trouble: null,
    facts: noFacts,
  };
}

/** Whether the person says that the task cost nothing. */
export const isNotCharged = ({ settled }: Pick<Task, 'settled'>): boolean => settled !== null && compareAmounts(settled, noAmount) === 0;

/** Whether it is not known what became of its submission, also while it is sent again. */
export function isUnclear({ state: { status }, repeated }: Pick<Task, 'state' | 'repeated'>): boolean {
  return status === 'unknown' || (status === 'submitting' && repeated > 0);
}

/** Whether its outcome is unknown and it is sent again by itself, with its key. */
export function isToBeRepeated({ state, settled, dismissedAt }: Pick<Task, 'state' | 'settled' | 'dismissedAt'>): boolean {
  return state.status === 'unknown' && state.repeatAt !== undefined && settled === null && dismissedAt === null;
}

/** Whether a person may say what it cost: it was sent, and what it cost is in doubt, or was given back. */
export function canBeSettled(task: Pick<Task, 'state' | 'repeated' | 'imported'>): boolean {
  const { status } = task.state;
  return task.imported === null && (isUnclear(task) || status === 'missing' || status === 'failed' || status === 'completed');
}

/** Whether an id that a person entered can still be replaced. `hasImages`: the service has named pictures under this id, which are kept. */
export function isIdCorrectable({ state, byHand, adopted }: Pick<Task, 'state' | 'byHand' | 'adopted'>, hasImages: boolean): boolean {
  return (byHand !== null || adopted) && remoteIdOf({ state }) !== null && !hasImages && !(state.status === 'completed' && state.imageCount > 0);
}

/** The service's id of the task, once one is known. */
export function remoteIdOf({ state }: Pick<Task, 'state'>): string | null {
  return 'remoteId' in state && state.remoteId !== '' ? state.remoteId : null;
}

/** Submitted and accepted, or about to be: something may still happen by itself. */
export function isInFlight(task: Task): boolean {
  const { status } = task.state;
  return status === 'queued' || status === 'submitting' || status === 'processing' || status === 'paused';
}

/**
 * Belongs in the strip: in progress, or ended with a problem that the person has not hidden yet
 * (a failure, an unknown outcome, no picture, a picture that could not be downloaded).
 */
export function isAtHead({ task, images }: TaskWithImages): boolean {
  if (isInFlight(task)) return true;
  if (task.dismissedAt !== null || task.state.status === 'withdrawn') return false;
  if (task.state.status !== 'completed') return true;
  return task.state.imageCount === 0 || images.length === 0 || images.some((image) => image.state.status !== 'kept');
}
