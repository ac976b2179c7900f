import type { AccountTest } from '../../../shared/account.ts';
import type {
  AccountId,
  EpochMs,
  GenerationRequest,
  ImageFile,
  ImageRefusal,
  PollTrouble,
  ServiceFacts,
  ServiceSaid,
  TaskId,
  UnknownReason,
} from '../../../shared/task.ts';
import type { Credentials } from '../accounts/credentials.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** The outcome of a POST (service-interface §4, §7). `answer` is null when no body came. */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly remoteId: string; readonly facts: ServiceFacts; readonly answer: StoredAnswer }
  /** Certain: no connection was made, nothing was charged. */
  | { readonly kind: 'not-sent'; readonly code: string }
  | { readonly kind: 'rejected'; readonly keyRefused: boolean; readonly said: ServiceSaid; readonly answer: StoredAnswer }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly said: ServiceSaid; readonly answer: StoredAnswer | null };

/** The outcome of a query. An answer that is not clean means waiting, not failure. */
export type QueryOutcome =
  | {
      readonly kind: 'processing';
      /** Pictures outside the known places, if the status word is unknown. They are downloaded, but the task is still queried, because others may follow. */
      readonly found?: readonly FoundImage[];
      readonly facts: ServiceFacts;
      readonly answer: StoredAnswer;
    }
  | { readonly kind: 'completed'; readonly images: readonly AnsweredImage[]; readonly facts: ServiceFacts; readonly answer: StoredAnswer }
  | { readonly kind: 'failed'; readonly said: ServiceSaid; readonly facts: ServiceFacts; readonly answer: StoredAnswer }
  | { readonly kind: 'not-found'; readonly said: ServiceSaid; readonly answer: StoredAnswer | null }
  | { readonly kind: 'key-refused'; readonly said: ServiceSaid; readonly answer: StoredAnswer | null }
  | {
      readonly kind: 'trouble';
      readonly trouble: PollTrouble['kind'];
      readonly said: ServiceSaid;
      /** From Retry-After, already capped at ten minutes; null when there was none. */
      readonly retryAfterMs: number | null;
      readonly answer: StoredAnswer | null;
    };

/**
 * A picture as an answer names it: an address, or its bytes (`b64_json`). Bytes and addresses that contain the key
 * (`holdsKey`) are never stored: after a restart, the service is asked for them again.
 */
export type AnsweredImage = { readonly kind: 'url'; readonly url: string; readonly holdsKey?: true } | { readonly kind: 'inline'; readonly base64: string };

/** A picture as the engine receives it. Without a `position`, its index in the list is its position. */
export type NamedImage = AnsweredImage | FoundImage;

/** `position` follows those of pictures in the known places, so that it replaces none of them. */
export type FoundImage = AnsweredImage & { readonly position: number };

export interface Submission {
  /** Settles once, at the latest at the submit deadline. Never rejects. */
  readonly outcome: Promise<SubmitOutcome>;
  /** After an `unknown`: the id, if the answer still comes, or null if the connection ends without one. Never rejects. */
  readonly late: Promise<Extract<SubmitOutcome, { kind: 'accepted' }> | null>;
}

export interface ServiceClient {
  /** POST {base_url}/v1/images/generations, once, on a fresh connection, redirects refused (service-interface §4). */
  submit(credentials: Credentials, request: GenerationRequest): Submission;
  /** GET {base_url}/v1/tasks/<task_id> (service-interface §4). Never rejects. */
  query(credentials: Credentials, remoteId: string, signal?: AbortSignal): Promise<QueryOutcome>;
  /** Queries an id that cannot exist, to find out without cost whether the key is accepted. */
  test(credentials: Credentials): Promise<AccountTest>;
}

/** A picture to download, and what its file is named after. */
export interface DownloadRequest {
  readonly image: AnsweredImage;
  readonly taskId: TaskId;
  readonly index: number;
  readonly prompt: string;
  readonly taskCreatedAt: EpochMs;
  /** The account's base URL: a loopback service may serve loopback pictures; a public one may not. */
  readonly baseUrl: string;
  readonly signal?: AbortSignal;
}

export type DownloadOutcome =
  | { readonly kind: 'kept'; readonly file: ImageFile }
  /** 403, 404 or 410: ask the same task for a fresh address. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly why: ImageRefusal; readonly detail: string }
  /** Text or nothing came instead of a picture: ask the same task for a fresh address. `detail` is the content type. */
  | { readonly kind: 'error-page'; readonly detail: string }
  /** The download is tried again after a while. */
  | { readonly kind: 'trouble'; readonly detail: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'library'; readonly problem: 'unreachable' | 'full'; readonly detail: string };

export interface ImageDownloads {
  /** Streams to `.part`, checks, fsyncs, renames. Never rejects. The file is on disk when `kept` is answered. */
  download(request: DownloadRequest): Promise<DownloadOutcome>;
}

export interface NewTask {
  readonly id: TaskId;
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  readonly retryOf: TaskId | null;
}

/** The engine as the rest of main sees it. Every call resolves after its change is on disk; rejects with AppFailure. */
export interface TaskEngine {
  /** Reads the unfinished tasks and resumes each: `submitting` becomes `unknown`, ids are queried, files are downloaded. */
  start(): Promise<void>;
  /** Writes the intents and queues them. Returns the ids that are new: a replay is not taken twice. */
  submit(tasks: readonly NewTask[]): Promise<readonly TaskId[]>;
  /** Queries the task now, but not before 3 s after its last query, in any state with a remote id. */
  ask(id: TaskId): Promise<void>;
  /** Stops querying the task. The service continues to work on it. */
  stop(id: TaskId): Promise<void>;
  /** Takes back a task that is still `queued`. */
  withdraw(id: TaskId): Promise<void>;
  /** Undoes `withdraw`: nothing was ever sent. */
  requeue(id: TaskId): Promise<void>;
  /** Sends a task that was held after an earlier one of its submission was refused. */
  release(id: TaskId): Promise<void>;
  /** Hides an ended or unknown task. */
  dismiss(id: TaskId): Promise<void>;
  /** Undoes `dismiss`. */
  bringBack(id: TaskId): Promise<void>;
  /** Gives an `unknown` task the id that the person found elsewhere. */
  attach(id: TaskId, remoteId: string): Promise<void>;
  /** Watches a task that was submitted elsewhere. */
  adopt(id: TaskId, accountId: AccountId, remoteId: string, prompt: string): Promise<TaskId>;
  /** The account has a usable key (again): its tasks continue. */
  accountReady(accountId: AccountId): void;
  /** The network is back, or the machine has woken. Tries what waited for it, spread over time. */
  wake(): void;
  /** The library folder was changed, or is reachable again. */
  libraryChanged(): void;
  /** Whether a POST is under way, or its outcome not on the disk yet. */
  isSubmitting(): boolean;
  /** Stops everything in flight except POSTs. Waits, for two minutes at most, until the outcome of each POST is on the disk. */
  close(): Promise<void>;
}

