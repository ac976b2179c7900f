import type { EpochMs } from '../task.ts';
import type { Release } from './release.ts';

/** How this copy of Latent gets newer: it replaces itself, the system's package manager does it, or the person downloads it. */
export type UpdateWay = 'itself' | 'package-manager' | 'by-hand';

/** Why the latest check or installation did not succeed. Words under `updates.fault.<code>`. Nothing that runs is ever touched by one. */
export type UpdateFault =
  /** The feed's host cannot be reached, or answers with an error. */
  | 'unreachable'
  /** The answer has no signature, or is no feed. */
  | 'unsigned'
  /** The signature was not made with this build's key. */
  | 'wrong-signature'
  /** The signature is right, but this version cannot read what it signs. */
  | 'unknown-format'
  /** It is older than a feed that was verified before. */
  | 'older'
  /** The connection ended within the file. The next check continues. */
  | 'cut'
  /** The file is not the one that the feed names. */
  | 'wrong-file'
  | 'disk-full'
  | 'folder-unwritable'
  /** The installation began, and the older version still runs. */
  | 'not-installed'
  /** The file that was to be replaced is not the one that was started. */
  | 'other-app'
  /** The system did not accept it, or it failed several times. It is not tried again. */
  | 'refused';

/** What is done about a newer release. */
export type UpdateStep =
  /** The person, or the package manager, installs it. */
  | { readonly at: 'told' }
  /** Not this computer's turn yet. */
  | { readonly at: 'later' }
  | { readonly at: 'downloading'; readonly bytes: number; readonly size: number }
  /** The download has stopped. The next check goes on with it. */
  | { readonly at: 'stopped' }
  /** It is installed when Latent quits. */
  | { readonly at: 'ready' };

/** What the window shows about updates. */
export interface Updates {
  readonly way: UpdateWay;
  /** Whether Latent can start again by itself once an update is installed. */
  readonly restarts: boolean;
  readonly isChecking: boolean;
  /** When a check last succeeded. */
  readonly checkedAt: EpochMs | null;
  readonly fault: UpdateFault | null;
  /** A release that is newer than the running one. */
  readonly found: { readonly release: Release; readonly step: UpdateStep } | null;
  /** The running release as the feed described it, if Latent was an older one before. */
  readonly news: { readonly release: Release } | null;
}

/** The version that runs, if an older one used the profile before. `isTold`: the person was shown what is new in it. */
export interface RunningNews {
  readonly version: string;
  readonly isTold: boolean;
}
