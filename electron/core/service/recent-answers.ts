import type { QueryOutcome } from './outcomes.ts';

type Processing = Extract<QueryOutcome, { kind: 'processing' }>;

/**
 * The last outcome of each task in progress. The next answer is mostly identical and need not be parsed again.
 */
export interface RecentAnswers {
  /** The outcome of the same body and status, if they were the task's last. `answer.at` is the earlier time. */
  find(remoteId: string, httpStatus: number, body: string): Processing | null;
  keep(remoteId: string, body: string, outcome: QueryOutcome): void;
}

/** Limits: tasks, and the characters of a body. */
const mostTasks = 10_000;
const longestBody = 4_096;

export function createRecentAnswers(): RecentAnswers {
  const recent = new Map<string, { readonly body: string; readonly outcome: Processing }>();
  return {
    find(remoteId, httpStatus, body) {
      const last = recent.get(remoteId);
      return last?.body === body && last.outcome.answer.httpStatus === httpStatus ? last.outcome : null;
    },
    keep(remoteId, body, outcome) {
      recent.delete(remoteId);
      if (outcome.kind !== 'processing' || body.length > longestBody) return;
      if (recent.size >= mostTasks) recent.clear();
      recent.set(remoteId, { body, outcome });
    },
  };
}
