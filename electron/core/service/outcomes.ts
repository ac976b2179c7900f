import type { AccountTest } from '../../../shared/account.ts';
import type { ServiceTask } from '../../../shared/service-task.ts';
import type { GenerationRequest, PollTrouble, ServiceFacts, ServiceSaid, UnknownReason } from '../../../shared/task.ts';
import type { FoundImage, NamedImage } from './answers/answered-image.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** The outcome of a POST (service-interface §4, §7). `answer` is null when no body came. */
export type SubmitOutcome =
  /**
   * `moreIds`: further tasks that the same answer names. `images`: pictures that the answer lists already, because the task is completed; usually
   * none. `listed`: as in QueryOutcome.
   */
  | {
      readonly kind: 'accepted';
      readonly remoteId: string;
      readonly moreIds: readonly string[];
      readonly images: readonly NamedImage[];
      readonly listed: number;
      readonly facts: ServiceFacts;
      readonly answer: StoredAnswer;
    }
  /** The answer is the pictures themselves, and names no task to query. They cannot be asked for again. */
  | { readonly kind: 'delivered'; readonly images: readonly NamedImage[]; readonly listed: number; readonly facts: ServiceFacts; readonly answer: StoredAnswer }
  /** 429: certain that the task was not accepted. It may be sent again, not before Retry-After (milliseconds, at most ten minutes; null: not stated). */
  | { readonly kind: 'busy'; readonly said: ServiceSaid; readonly retryAfterMs: number | null; readonly answer: StoredAnswer }
  /** Certain: no connection was made, nothing was charged. */
  | { readonly kind: 'not-sent'; readonly code: string }
  | { readonly kind: 'rejected'; readonly keyRefused: boolean; readonly said: ServiceSaid; readonly answer: StoredAnswer }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly said: ServiceSaid; readonly answer: StoredAnswer | null };

/** What the service itself said of a submission. */
export type CertainOutcome = Extract<SubmitOutcome, { kind: 'accepted' | 'delivered' | 'rejected' | 'busy' }>;

/** The outcome of a query. An answer that is not clean means waiting, not failure. */
export type QueryOutcome =
  | {
      readonly kind: 'processing';
      /** Pictures outside the known places, if the status word is unknown. They are downloaded, but the task is still queried, because others may follow. */
      readonly found?: readonly FoundImage[];
      /** An error beside an unknown status word, which may be the service's word for a failure. */
      readonly reported?: ServiceSaid;
      readonly facts: ServiceFacts;
      readonly answer: StoredAnswer;
    }
  /** `listed`: pictures that the answer lists, including those without an address yet. */
  | { readonly kind: 'completed'; readonly images: readonly NamedImage[]; readonly listed: number; readonly facts: ServiceFacts; readonly answer: StoredAnswer }
  | { readonly kind: 'failed'; readonly said: ServiceSaid; readonly facts: ServiceFacts; readonly answer: StoredAnswer }
  | { readonly kind: 'not-found'; readonly said: ServiceSaid; readonly answer: StoredAnswer | null }
  /** 401 or 403 in the service's own words. It is about the key or about this task: only a test of the key can tell. */
  | { readonly kind: 'key-refused'; readonly said: ServiceSaid; readonly answer: StoredAnswer | null }
  | {
      readonly kind: 'trouble';
      readonly trouble: PollTrouble['kind'];
      readonly said: ServiceSaid;
      /** From Retry-After, already capped at ten minutes; null when there was none. */
      readonly retryAfterMs: number | null;
      readonly answer: StoredAnswer | null;
    };

export interface Submission {
  /** Settles once, at the latest at the submit deadline. Never rejects. */
  readonly outcome: Promise<SubmitOutcome>;
  /** After an `unknown`: what the answer says for certain, if it still comes; otherwise null. Never rejects. */
  readonly late: Promise<CertainOutcome | null>;
}

/** A field of a request whose value is long, so it is encoded before it is sent. */
export interface LongField {
  readonly name: string;
  /** The value as JSON text in UTF-8, in pieces. */
  readonly json: readonly Uint8Array[];
}

/** Where an account's requests go, and its key. */
export interface Credentials {
  /** Without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
}

export interface ServiceClient {
  /**
   * POST {base_url}/v1/images/generations, once, on a fresh connection, redirects refused (service-interface §4). `references` stands for those of
   * the request, which are not sent themselves. `idempotencyKey`: sent as the header `Idempotency-Key`, without quotes, as services take it.
   */
  submit(credentials: Credentials, request: GenerationRequest, references?: LongField | null, idempotencyKey?: string | null): Submission;
  /** GET {base_url}/v1/tasks/<task_id> (service-interface §4). Never rejects. */
  query(credentials: Credentials, remoteId: string, signal?: AbortSignal): Promise<QueryOutcome>;
  /** GET {base_url}/v1/tasks: the latest tasks of the account, as the service lists them. Null: it gave no list. Never rejects. */
  list(credentials: Credentials): Promise<readonly ServiceTask[] | null>;
  /** Queries an id that cannot exist, to find out without cost whether the key is accepted. */
  test(credentials: Credentials): Promise<AccountTest>;
}
