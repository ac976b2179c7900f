import type { AppError } from '../errors.ts';
import type { EpochMs } from '../task.ts';

/** The secret's name among the keys. Accounts have UUIDs, so none can have this name. */
export const mirrorSecretId = 'mirror';

/** All that the window learns of the secret: whether the bucket in force has one, and how it is stored. */
export type MirrorSecretState = 'missing' | 'unreadable' | 'protected' | 'session' | 'unprotected';

/** `changing`: it was written again and again while it was read. `unreadable`: the system refused it. `unreachable`: a library folder. */
export type NotMirrored = 'changing' | 'unreadable' | 'unreachable';

/** How mirroring goes, or how it ended. */
export interface MirrorState {
  readonly phase: 'running' | 'done' | 'stopped' | 'failed';
  readonly startedAt: EpochMs;
  /** Null while it runs. */
  readonly endedAt: EpochMs | null;
  /** Files to mirror, as they were counted at the beginning. */
  readonly files: number;
  /** Files of which it is certain that the bucket has them. */
  readonly done: number;
  /** Objects that the bucket did not have, and their bytes. */
  readonly sent: number;
  readonly sentBytes: number;
  readonly leftOut: number;
  /** The first of those that were left out. */
  readonly leftOutFiles: readonly { readonly path: string; readonly reason: NotMirrored }[];
  /** Why it failed. */
  readonly error: AppError | null;
}

/** A state of a library that a bucket has. */
export interface MirroredState {
  /** Names the profile that was mirrored. */
  readonly profile: string;
  readonly computer: string;
  readonly at: EpochMs;
  readonly files: number;
  readonly bytes: number;
}

export interface MirroredStates {
  /** The newest of each profile. */
  readonly states: readonly MirroredState[];
  /** Names of newer ones that cannot be read. */
  readonly damaged: readonly string[];
}

export interface MirrorTest extends MirroredStates {
  /** Whether the server refused to put an object in the place of another. */
  readonly refusesToReplace: boolean;
}

/** How a restoration goes, or how it ended. Paths are absolute. */
export interface RestoredState {
  readonly from: MirroredState;
  /** Newer states that cannot be read, so that an older one was taken. */
  readonly passedOver: readonly string[];
  /** The library folders that the profile had; 0 is the one in force. */
  readonly roots: readonly number[];
  readonly restored: number;
  /** Files that were there already. */
  readonly there: number;
  /** Files that were there with another content. They stay as they are. */
  readonly different: readonly string[];
  /** How many were not restored, whatever the reason. */
  readonly failed: number;
  /** Files that the bucket does not have as they were mirrored. */
  readonly damaged: readonly string[];
  readonly missing: readonly string[];
  /** Files whose names this system does not allow. */
  readonly unnameable: readonly string[];
}
