import type { AssistantBudget } from './assistant-schema.ts';
import type { Amount } from './money/amount.ts';
import type { AccountId, TaskId } from './task.ts';

/**
 * Ids of assistants' tasks are made from what the assistant called the request, so that a repetition is the same task. They are UUIDs of version 8 (RFC 9562) that begin alike, so
 * that these tasks are found, and their costs counted, without a column or a file of their own.
 */
export const assistantPrefix = 'a5515700';

export const isOfAssistant = (id: TaskId): boolean => id.startsWith(assistantPrefix);

/** How an assistant may call a request. Long enough that nobody counts from 1 and meets an older request. */
export const requestIdLimits = { min: 8, max: 200 } as const;
/** The most tasks of one call. */
export const mostInCall = 10;
/** The most tasks that wait for the person because of assistants. */
export const mostHeld = 20;

/** What assistants may spend now, and have spent today. */
export interface AssistantAllowance {
  /** Null: only the practice account. */
  readonly account: { readonly id: AccountId; readonly name: string; readonly unit: string } | null;
  readonly perCall: Amount;
  readonly perDay: Amount;
  readonly asks: AssistantBudget['asks'];
  /** What counts for today: from the moment a task is taken until it is certain that it is not charged. */
  readonly spent: Amount;
  /** How many of those tasks have no known price. While there are any, nothing more fits. */
  readonly unpriced: number;
  /** Tasks on hold, about which the person has not decided. They do not count. */
  readonly held: number;
}
