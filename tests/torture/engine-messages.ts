import type { NewTask } from '../../electron/core/engine/task-engine.ts';
import type { BatchId } from '../../shared/batch.ts';
import type { Amount } from '../../shared/money/amount.ts';
import type { ImageId, TaskId, TaskWithImages } from '../../shared/task.ts';

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
}

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
  /** Answers with the tasks that still have something to do, after at most so many milliseconds. */
  | { readonly ask: 'settle'; readonly withinMs: number }
  | { readonly ask: 'inventory'; readonly ids: readonly TaskId[] };

export interface Inventory {
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
  | { readonly saw: 'signal-during-post' }
  | { readonly saw: 'unhandled'; readonly error: string };
