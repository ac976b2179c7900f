import type { Task } from '../../../shared/task.ts';

/** The same for all tasks that were sent together: they share account, time and the whole request. */
export function submissionKey({ accountId, createdAt, request: { model, prompt, size, quality } }: Task): string {
  return JSON.stringify([accountId, createdAt, model, size, quality, prompt]);
}

/**
 * Tasks that were sent together, by `submissionKey`. The first goes ahead alone: as long as it has no outcome, or if it was refused, the
 * others would only collect the same refusal.
 */
export interface SubmissionGroups {
  mayStart(key: string): boolean;
  started(key: string): void;
  /** `hasMore`: other tasks of the group still wait. */
  ended(key: string, hasMore: boolean): void;
  outcome(key: string, isRefused: boolean): void;
}

interface Group {
  active: number;
  /** The latest outcome was no refusal. */
  isOpen: boolean;
}

export function createSubmissionGroups(): SubmissionGroups {
  const groups = new Map<string, Group>();
  return {
    mayStart(key) {
      const group = groups.get(key);
      return group === undefined || group.isOpen || group.active === 0;
    },
    started(key) {
      const group = groups.get(key) ?? { active: 0, isOpen: false };
      groups.set(key, group);
      group.active += 1;
    },
    ended(key, hasMore) {
      const group = groups.get(key);
      if (group === undefined) return;
      group.active -= 1;
      if (group.active === 0 && !hasMore) groups.delete(key);
    },
    outcome(key, isRefused) {
      const group = groups.get(key);
      if (group !== undefined) group.isOpen = !isRefused;
    },
  };
}
