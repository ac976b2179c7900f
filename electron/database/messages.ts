import type { AppError } from '../../shared/errors.ts';
import type { Method, Recovery, Safety } from './contract.ts';
import type { Answered } from './thread-calls.ts';
import type { ViewMethod } from './views/views.ts';

/** What a thread is started for. */
export type Job =
  | { readonly kind: 'serve'; readonly file: string; readonly safety: Safety | null }
  /**
   * Answers what rooms show, from a connection that only reads: no search ever waits for a commit, nor a commit for a search. Opens
   * the file at the first message, whatever it says. Its views are numbered from `firstToken` on.
   */
  | { readonly kind: 'read'; readonly file: string; readonly firstToken: number }
  /** Looks for what is wrong with the file, and ends. */
  | { readonly kind: 'check'; readonly file: string }
  /** Copies the file into the folder and ends; milliseconds since the epoch name the copy. */
  | { readonly kind: 'back-up'; readonly file: string; readonly folder: string; readonly now: number }
  | MarksCopyJob;

/** Serves the thumbnails in this file; the thread runs `thumbnail-worker.ts`. */
export interface ThumbnailsJob {
  readonly kind: 'thumbnails';
  readonly file: string;
}

/** Writes all that is marked into the library folder's file `name`, and ends. */
export interface MarksCopyJob {
  readonly kind: 'copy-marks';
  readonly file: string;
  readonly root: string;
  readonly name: string;
  /** Latent ends as soon as it is made. */
  readonly atTheEnd: boolean;
}

/** What main and the worker say to each other. One call, one message; answers come in the order of the calls. */
export type ToWorker = { readonly id: number; readonly method: Method; readonly args: readonly unknown[] } | { readonly method: 'close' };

export type ToReader = { readonly id: number; readonly method: ViewMethod; readonly args: readonly unknown[] } | { readonly method: 'close' };

/** What threads with one job answer at their end. */
export type JobFailed = { readonly kind: 'failed'; readonly error: AppError };

export type FromBackup = { readonly kind: 'backed-up' } | JobFailed;

export type FromMarksCopy = { readonly kind: 'copied' } | JobFailed;

export type FromCheck = { readonly kind: 'checked'; readonly faults: readonly string[] } | JobFailed;

/** Of a thread that serves or reads. */
export type FromThread =
  | { readonly kind: 'opened'; readonly recovery: Recovery | null }
  | { readonly kind: 'not-opened'; readonly error: AppError }
  | { readonly kind: 'report'; readonly message: string }
  /** How many percent of the names of files are read; null: all. */
  | { readonly kind: 'names-read'; readonly percent: number | null }
  | Answered;
