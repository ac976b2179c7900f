import { z } from 'zod';
import { storedAmount } from '../../../shared/money/stored-amount.ts';
import type { Amount } from '../../../shared/money/amount.ts';
import type { EpochMs, TaskId } from '../../../shared/task.ts';
import { readSealed, sealed } from '../../core/library/sealed-line.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { isDamage } from '../sqlite/database-failures.ts';

/**
 * What a person said that a task cost, as a line of the second record (accepted-ids.ts). It is in no journal, because it is said long after the picture came, or of a
 * task without one.
 */
export interface SettledCost {
  readonly taskId: TaskId;
  /** Null: what was said before was taken back. */
  readonly cost: Amount | null;
  readonly at: EpochMs;
}

/** Milliseconds for which a line is kept. Any backup that a history is rebuilt from is newer. */
const keptFor = 30 * 86_400_000;

export const isStillNeeded = ({ at }: SettledCost, now: EpochMs): boolean => Math.abs(now - at) < keptFor;

export function formatSettledCost({ taskId, cost, at }: SettledCost): string {
  return sealed({ settled: taskId, cost, at });
}

const lineSchema = z.object({ settled: z.string(), cost: storedAmount, at: z.number() });

/** Null for any other line, and for a changed one. */
function parseSettledCost(text: string): SettledCost | null {
  const found = text.includes('"settled":"') ? readSealed(text, lineSchema) : null;
  return found && { taskId: found.settled, cost: found.cost, at: found.at };
}

/** The latest of each task. */
export function readSettledCosts(lines: string): ReadonlyMap<TaskId, SettledCost> {
  return new Map(lines.split('\n').flatMap((text) => parseSettledCost(text) ?? []).map((settled) => [settled.taskId, settled]));
}

/** Gives a rebuilt history what was said after its backup. Not for a sound one: the disk may have refused a cost after its line was written. @throws only if the history is damaged */
export function restoreSettledCosts(costs: ReadonlyMap<TaskId, SettledCost>, store: Store, report: Report): void {
  for (const { taskId, cost } of costs.values()) {
    try {
      const task = store.task(taskId)?.task;
      if (task !== undefined && task.settled !== cost) store.saveTask({ ...task, settled: cost });
    } catch (error) {
      if (isDamage(error)) throw error;
      report(`A settled cost could not be restored: task ${taskId}: ${String(error)}`);
    }
  }
}
