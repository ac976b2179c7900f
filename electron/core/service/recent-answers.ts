import type { QueryOutcome } from './outcomes.ts';

type Processing = Extract<QueryOutcome, { kind: 'processing' }>;

/**
 * What each task's last query brought, as long as the task is processing: the next answer mostly is the same to the byte, and has then been
 * understood already.
 */
export interface RecentAnswers {
  /** What this body of this status means, if the task's last one was the same. `answer.at` is the earlier one's. */
  find(remoteId: string, httpStatus: number, body: string): Processing | null;
  keep(remoteId: string, body: string, outcome: QueryOutcome): void;
}

/** More tasks than anybody has under way at once, and the characters of a body that is worth keeping. */
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
