import type { StoredAccount } from '../../electron/core/accounts/account-store.ts';
import type { NewTask } from '../../electron/core/engine/task-engine.ts';
import type { Amount } from '../../shared/money/amount.ts';
import type { BatchId, ImageId, TaskId, TaskWithImages } from '../../shared/task.ts';
import { testAccount } from '../support/open-test-database.ts';

/** SIGTERM and SIGINT end the process in order. */
export type StopSignal = 'SIGKILL' | 'SIGTERM' | 'SIGINT';

/** Moments at which the process can be told to send itself a signal. */
export type KillPoint =
  | 'before-intent'
  | 'after-intent'
  | 'after-submitting'
  | 'post-sent'
  | 'before-id'
  | 'after-id'
  /** Around the commit of several ids that one answer names. */
  | 'before-ids'
  | 'after-ids'
  /** Around the commit of pictures that are the answer to the POST. */
  | 'before-delivery'
  | 'after-delivery'
  | 'before-completion'
  | 'after-completion'
  | 'picture-arriving'
  | 'before-picture-row'
  | 'after-picture-row';

export interface EngineConfig {
  /** Holds the database, the library and the witness file. */
  readonly folder: string;
  readonly serviceUrl: string;
  readonly key: string;
  /** Entry of the database's thread. */
  readonly workerFile: string;
  /** Milliseconds on the engine's clock after which a POST without an answer is of unknown outcome. Default: as in the app. */
  readonly submitDeadlineMs?: number;
  /** Default: a day. */
  readonly watchLimitMinutes?: number;
  /** The account's option. With it, the wall clock is as fast as the other one. */
  readonly repeats?: { readonly hours: number };
  /** How many times as fast intervals pass; default 30. */
  readonly speed?: number;
}

/** An account beside the one that the families count: the same service under another name, so that its host is another. */
export const neighbour: StoredAccount = { ...testAccount, id: '7f9d1c52-2b0e-4f3a-8a44-91c0d2e3f4a5', name: 'Neighbour' };

/** Where the neighbour reaches what this address names. */
export const asNeighbour = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** What each submission costs. */
export const price: Amount = '0.1';

/** Requests to the process. */
export type Ask =
  | { readonly ask: 'arm'; readonly point: KillPoint; readonly nth: number; readonly signal: StopSignal }
  | { readonly ask: 'submit'; readonly tasks: readonly NewTask[] }
  | { readonly ask: 'submit-batch'; readonly batchId: BatchId; readonly tasks: readonly NewTask[] }
  /** The account may spend this in all, where every submission costs `price`; a batch that was held because of a refusal goes on. */
  | { readonly ask: 'limit'; readonly total: Amount; readonly release: BatchId | null }
  /** What counts as spent. */
  | { readonly ask: 'spent' }
  /** Checks the database in use and makes a backup. Answers with the faults. */
  | { readonly ask: 'check' }
  /**
   * Answers with the tasks that still have something to do, after at most so many milliseconds. `late`: tasks that, if this
   * process has sent them, have something to do as long as their answer has not come. Those of the neighbour do not count. A task that is to be sent again
   * with its key has something to do.
   */
  | { readonly ask: 'settle'; readonly withinMs: number; readonly late: readonly TaskId[] }
  /** Gives each of these tasks whose outcome is unknown the first id that is offered from the service's list and has its prompt, as a person does. Answers with how many got one. */
  | { readonly ask: 'find-listed'; readonly ids: readonly TaskId[] }
  | { readonly ask: 'inventory'; readonly ids: readonly TaskId[] };

export interface Inventory {
  /** Those that were asked for, and those that came into being beside them. */
  readonly tasks: readonly TaskWithImages[];
  readonly atHead: readonly TaskId[];
  /** Pictures with a stored thumbnail. */
  readonly thumbnails: number;
  /** Pictures whose stored thumbnail is another's. */
  readonly wrongThumbnails: readonly ImageId[];
}

/** What the process writes to a file as it happens. It must hold after every later start. */
export type Witnessed =
  | { readonly saw: 'id'; readonly taskId: TaskId; readonly remoteId: string }
  | { readonly saw: 'kept'; readonly taskId: TaskId; readonly path: string; readonly sha256: string }
  /** The pictures that are the answer to a POST are on the disk. */
  | { readonly saw: 'delivered'; readonly taskId: TaskId; readonly pictures: number }
  | { readonly saw: 'key-refused' }
  | { readonly saw: 'signal-during-post' }
  | { readonly saw: 'unhandled'; readonly error: string };
