import type { Task } from '../../../../shared/task.ts';

/** The same for all tasks of a batch, or else for all that were sent together: those share account, time and the whole request. */
export function submissionKey({ accountId, batchId, createdAt, request: { model, prompt, size, quality, references } }: Task): string {
  return batchId ?? JSON.stringify([accountId, createdAt, model, size, quality, prompt, references]);
}

/** Refusals in a row after which the rest of a batch is put on hold. One may concern a single task; several mean an empty account. */
const mostInARow = 3;

/**
 * Tasks that were sent together, by `submissionKey`. The first goes ahead alone: as long as it has no outcome, or if it was refused, the
 * others would only collect the same refusal.
 */
export interface SubmissionGroups {
  mayStart(key: string): boolean;
  started(key: string): void;
  /** `hasMore`: other tasks of the group still wait. */
  ended(key: string, hasMore: boolean): void;
  accepted(key: string): void;
  /** `isBatch`: its tasks differ. Returns whether to put the others on hold. Those of a batch go on if one was accepted and fewer than `mostInARow` were refused since. */
  refused(key: string, isBatch: boolean): boolean;
}

interface Group {
  active: number;
  /** The latest outcome was no refusal, or too few refusals in a row to hold a batch. */
  isOpen: boolean;
  refusals: number;
}

export function createSubmissionGroups(): SubmissionGroups {
  const groups = new Map<string, Group>();
  return {
    mayStart(key) {
      const group = groups.get(key);
      return group === undefined || group.isOpen || group.active === 0;
    },
    started(key) {
      const group = groups.get(key) ?? { active: 0, isOpen: false, refusals: 0 };
      groups.set(key, group);
      group.active += 1;
    },
    ended(key, hasMore) {
      const group = groups.get(key);
      if (group === undefined) return;
      group.active -= 1;
      if (group.active === 0 && !hasMore) groups.delete(key);
    },
    accepted(key) {
      const group = groups.get(key);
      if (group !== undefined) Object.assign(group, { isOpen: true, refusals: 0 });
    },
    refused(key, isBatch) {
      const group = groups.get(key);
      if (group === undefined) return true;
      group.refusals += 1;
      group.isOpen &&= isBatch && group.refusals < mostInARow;
      return !group.isOpen;
    },
  };
}
