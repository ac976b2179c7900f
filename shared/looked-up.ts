import type { EpochMs, PollTrouble, ServiceFacts, ServiceSaid } from './task.ts';

/** What the service says of an id that a person entered, before anything is written. */
export type LookedUp = FoundTask | NotShown;

/** The service has a task with this id. What it does not state is null. */
export interface FoundTask {
  readonly kind: 'found';
  readonly status: 'processing' | 'completed' | 'failed';
  readonly facts: ServiceFacts;
  readonly prompt: string | null;
  /** When the service made the task. */
  readonly createdAt: EpochMs | null;
  /** How many pictures it lists. */
  readonly pictures: number;
  /** Why it failed. */
  readonly said: ServiceSaid;
}

/** It has none, does not show it to this key, or did not answer. */
export interface NotShown {
  readonly kind: 'not-shown';
  readonly trouble: PollTrouble['kind'];
  readonly said: ServiceSaid;
}
