import type { RunningNews, Updates } from '../../shared/updates/update-state.ts';

/** Updates, as the window steers them (electron/compose/compose-updates.ts). Each does nothing in a build without a feed. */
export interface UpdateControl {
  /** Null: this build has no feed. */
  state(this: void): Updates | null;
  /** Resolves once the check has ended. Never rejects. */
  check(this: void): Promise<void>;
  /** Quits in the usual way, installs an update that is ready, and starts Latent again, if that can be (`Updates.restarts`). */
  restart(this: void): void;
}

/** What is new in the version that runs (electron/compose/compose-news.ts). */
export interface NewsControl {
  news(this: void): RunningNews | null;
  /** The person was shown it, once for ever. */
  newsTold(this: void): void;
}
