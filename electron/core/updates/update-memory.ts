import type { EpochMs } from '../../../shared/task.ts';
import type { Release } from '../../../shared/updates/release.ts';
import type { UpdateFault } from '../../../shared/updates/update-state.ts';

/** What is remembered about updates besides the newest verified feed (electron/platform/stores/updates-store.ts). */
export interface UpdateFacts {
  /** From 0 up to 100, drawn once by chance. A release that a share of all computers may have goes to those whose place is below it. */
  readonly place: number;
  /** When the feed was asked last, whatever came of it. */
  readonly askedAt: EpochMs | null;
  /** When a check last succeeded. */
  readonly checkedAt: EpochMs | null;
  /** The version whose file is here and verified. It is installed when Latent quits. */
  readonly ready: string | null;
  /** The installation that began last, and why it did not succeed, if that is known. */
  readonly installing: { readonly version: string; readonly fault: UpdateFault | null } | null;
  /** The version whose installation began last and did not succeed, and how often that was. */
  readonly failed: { readonly version: string; readonly times: number } | null;
  /** The newest release of a verified feed. It may be running by now. */
  readonly release: Release | null;
  /** A start has begun, and has neither passed its first minute nor ended in order. */
  readonly isStarting: boolean;
  /** The version that ran last. Null: none did before. */
  readonly ran: string | null;
  readonly news: { readonly release: Release; readonly isTold: boolean } | null;
}

export interface UpdateMemory {
  get(): UpdateFacts;
  /** When it returns, the facts are on the disk. */
  set(facts: UpdateFacts): void;
}

/** Replaces the app by a file that was downloaded and verified (electron/platform/updates/). */
export interface Installer {
  /** Called at each start. Removes what an installation left that was killed. */
  tidy(): Promise<void>;
  /** Called once the file is here, and again at each start until it is installed. */
  stage(file: string, release: Release): Promise<void>;
  /**
   * The last thing that Latent does. `restarts`: whether it is to start again. Resolves to `replaced`: the host may start it; `at-work`: another program replaces the app
   * after the end of this process, and starts it if it is to; `not-now`: another end of Latent suits better. Rejects with UpdateFailure if nothing was replaced.
   */
  install(file: string, sha512: string, restarts: boolean): Promise<'replaced' | 'at-work' | 'not-now'>;
}
