import { z } from 'zod';
import { mostInBatch, mostRecipeValues } from './input-limits.ts';
import type { Amount } from './money/amount.ts';
import { longestPrompt } from './request/request-checks.ts';
import { choiceTexts, requestText } from './request/request-schema.ts';
import type { AccountId, BatchId, EpochMs, ServiceSaid, TaskId } from './task.ts';

/** A batch is what one press sent to one account as several tasks: variations of a template, the rows of a list, a matrix, or one prompt several times. */

/** What a batch was made from. Kept with it, so that it can be shown and made again. */
export const recipeSchema = z.object({
  /** `prompt`: one request several times or in a matrix. */
  from: z.enum(['prompt', 'template', 'list']),
  /** The text with its braces; absent for a list without a template. */
  template: requestText.max(longestPrompt).optional(),
  /** How a template was expanded; `seed` belongs to `random`. */
  mode: z.enum(['all', 'random']).optional(),
  seed: z.int().min(0).max(0xffffffff).optional(),
  /** Names of the wildcards that the template used. */
  wildcards: z.array(requestText.max(1000)).max(1000).optional(),
  /** The values of the matrix. With one value each, there is no matrix. A list has them only if it sends some prompt with several of them. */
  models: z.array(choiceTexts.model).max(mostRecipeValues).optional(),
  sizes: z.array(choiceTexts.size).max(mostRecipeValues).optional(),
  qualities: z.array(choiceTexts.quality).max(mostRecipeValues).optional(),
  /** Times each request is sent. */
  count: z.int().min(1).max(mostInBatch).optional(),
});

export type Recipe = Readonly<z.infer<typeof recipeSchema>>;

/**
 * Why nothing more of a batch is sent until the person releases it. `refused`: the service refused its tasks.
 */
export type BatchHold = { readonly by: 'person' } | { readonly by: 'refused'; readonly said: ServiceSaid };

export interface Batch {
  readonly id: BatchId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly createdAt: EpochMs;
  readonly recipe: Recipe;
  readonly hold: BatchHold | null;
  /** Order in the queue, among other batches and tasks without one. `place` of a task orders it within its batch. */
  readonly place: number;
}

/** How far a batch is, counted by its tasks. */
export interface BatchProgress {
  readonly tasks: number;
  readonly queued: number;
  /** Accepted or being sent, and not ended. */
  readonly running: number;
  /** Completed with at least one picture. */
  readonly made: number;
  /** Completed without a picture. */
  readonly empty: number;
  /** Failed, or refused by the service. */
  readonly failed: number;
  readonly unknown: number;
  /** Accepted, but the service no longer finds the id. */
  readonly lost: number;
  /** Cancelled before they were sent. */
  readonly withdrawn: number;
  /** What counts as spent so far (shared/money/task-cost.ts). */
  readonly spent: Amount;
  /** The part of `spent` that is only estimated. */
  readonly rest: Amount;
  /** Sent tasks whose price nobody knows. */
  readonly unpriced: number;
  /** A task whose picture stands for the batch: the latest that was made. */
  readonly latest: TaskId | null;
}

export interface BatchWithProgress extends Batch {
  readonly progress: BatchProgress;
}
