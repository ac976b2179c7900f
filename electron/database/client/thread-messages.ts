import type { AppError } from '../../../shared/errors.ts';
import type { Recovery, Safety } from './database-contract.ts';
import type { Answered } from './thread-calls.ts';

/** What a thread is started for. */
export type Job =
  /** `mustExist`: refuses to create the file. */
  | { readonly kind: 'serve'; readonly file: string; readonly safety: Safety | null; readonly mustExist: boolean }
  /**
   * Serves views and searches from a read-only connection, so that searches and commits never wait for each other. Opens
   * the file at the first message, whatever it is. Its views are numbered from `firstToken` on.
   */
  | { readonly kind: 'read'; readonly file: string; readonly firstToken: number }
  | SingleJob;

/** Done once; then the thread ends. */
export type SingleJob =
  | { readonly kind: 'check'; readonly file: string }
  /** Copies the file into the folder. `now`, in milliseconds since the epoch, names the copy. */
  | { readonly kind: 'back-up'; readonly file: string; readonly folder: string; readonly now: number }
  /** Writes all marks into the file `name` of the library folder. `atTheEnd`: Latent is quitting and waits for this copy. */
  | { readonly kind: 'copy-marks'; readonly file: string; readonly root: string; readonly name: string; readonly atTheEnd: boolean };

/** `faults`: what a check found. Other jobs find none. */
export type JobAnswer = { readonly kind: 'done'; readonly faults: readonly string[] } | { readonly kind: 'failed'; readonly error: AppError };

/** Serves the thumbnails in `file`. The thread runs `thumbnail-worker.ts`. */
export interface ThumbnailsJob {
  readonly kind: 'thumbnails';
  readonly file: string;
}

/** Messages from a thread that serves or reads. */
export type FromThread =
  | { readonly kind: 'opened'; readonly methods: readonly string[]; readonly recovery: Recovery | null }
  | { readonly kind: 'not-opened'; readonly error: AppError }
  | { readonly kind: 'report'; readonly message: string }
  /** Something kept the thread busy for a long time. */
  | { readonly kind: 'slow'; readonly name: string; readonly milliseconds: number }
  | Answered;
