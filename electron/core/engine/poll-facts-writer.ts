import type { Task, TaskId } from '../../../shared/task.ts';
import type { Clock, Repository, StoredAnswer } from '../ports.ts';

/** Milliseconds for which facts of uneventful polls are gathered: a commit each would wear the disk for nothing. */
const gathering = 2_000;

export interface PollFactsWriter {
  put(task: Task, answer: StoredAnswer | null): void;
  /** What is not on disk yet of this task; from here on it is the caller's to write. */
  take(id: TaskId): StoredAnswer | null;
  /** Writes what is left; what the disk refuses now is lost, for it is of no consequence. */
  close(): Promise<void>;
}

interface Facts {
  readonly task: Task;
  readonly answer: StoredAnswer | null;
}

export function createPollFactsWriter(clock: Clock, repository: Pick<Repository, 'savePolls'>): PollFactsWriter {
  const waiting = new Map<TaskId, Facts>();
  const underWay = new Map<TaskId, Facts>();
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  const arm = (): void => {
    if (closed || cancelTimer || waiting.size === 0) return;
    cancelTimer = clock.after(gathering, () => {
      cancelTimer = null;
      flush();
    });
  };

  const flush = (): void => {
    writing = writing.then(async () => {
      if (waiting.size === 0) return;
      for (const [id, facts] of waiting) underWay.set(id, facts);
      waiting.clear();
      try {
        await repository.savePolls([...underWay.values()]);
      } catch {
        // Newer facts of the same task, and tasks that were written as a whole meanwhile, are not overwritten.
        for (const [id, facts] of underWay) if (!waiting.has(id)) waiting.set(id, facts);
      }
      underWay.clear();
      arm();
    });
  };

  return {
    put(task, answer) {
      const known = waiting.get(task.id) ?? underWay.get(task.id);
      waiting.set(task.id, { task, answer: answer ?? known?.answer ?? null });
      arm();
    },
    take(id) {
      const answer = (waiting.get(id) ?? underWay.get(id))?.answer ?? null;
      waiting.delete(id);
      underWay.delete(id);
      return answer;
    },
    async close() {
      closed = true;
      cancelTimer?.();
      flush();
      await writing;
    },
  };
}
