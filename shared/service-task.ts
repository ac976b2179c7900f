import type { EpochMs } from './task.ts';

/** A task as the service lists it. Null: not stated. */
export interface ServiceTask {
  readonly remoteId: string;
  /** The status word as the service writes it. */
  readonly status: string | null;
  readonly model: string | null;
  readonly prompt: string | null;
  readonly createdAt: EpochMs | null;
}
