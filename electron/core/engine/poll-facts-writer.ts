import type { Task, TaskId } from '../../../shared/task.ts';
import type { Clock } from '../util/clock.ts';
import type { StoredAnswer } from '../service/stored-answer.ts';
import type { TaskWriter } from './task-store.ts';

/**
 * Milliseconds for which facts of a task's uneventful polls are gathered: ten polls, one write. What a crash loses of them, the next
 * query brings again.
 */
export const gathering = 30_000;

/** Milliseconds between two rounds of writing: a commit for each task would wear the disk for nothing. */
const round = 2_000;

/** Tasks in one call: handing over thousands at once would hold up the queries that are due meanwhile. */
const together = 100;

export interface PollFactsWriter {
  /** `isNews`: a window that is opened now is to show it; written in the next round. */
  put(task: Task, answer: StoredAnswer | null, isNews: boolean): void;
  /** What is not on disk yet of this task; from here on it is the caller's to write. */
  take(id: TaskId): StoredAnswer | null;
  /** Writes what is left; what the disk refuses now is lost, for it is of no consequence. */
  close(): Promise<void>;
}

interface Facts {
  readonly task: Task;
  readonly answer: StoredAnswer | null;
  /** The monotonic moment from which on they are to be written. */
  readonly due: number;
}

export function createPollFactsWriter(clock: Clock, repository: TaskWriter): PollFactsWriter {
  const waiting = new Map<TaskId, Facts>();
  const underWay = new Map<TaskId, Facts>();
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  const arm = (): void => {
    if (closed || cancelTimer || waiting.size === 0) return;
    cancelTimer = clock.after(round, () => {
      cancelTimer = null;
      flush(clock.monotonic());
    });
  };

  /** Writes what is due until then. */
  const flush = (until: number): void => {
    writing = writing.then(async () => {
      for (let written = true; written && takeSome(until); ) written = await writeSome();
      arm();
    });
  };

  const takeSome = (until: number): boolean => {
    for (const [id, facts] of waiting) {
      if (underWay.size === together) break;
      if (facts.due > until) continue;
      waiting.delete(id);
      underWay.set(id, facts);
    }
    return underWay.size > 0;
  };

  const writeSome = async (): Promise<boolean> => {
    try {
      await repository.savePolls([...underWay.values()]);
      return true;
    } catch {
      // Newer facts of the same task, and tasks that were written as a whole meanwhile, are not overwritten.
      for (const [id, facts] of underWay) if (!waiting.has(id)) waiting.set(id, { ...facts, due: clock.monotonic() });
      return false;
    } finally {
      underWay.clear();
    }
  };

  return {
    put(task, answer, isNews) {
      const before = waiting.get(task.id);
      const known = before ?? underWay.get(task.id);
      const due = isNews ? clock.monotonic() : (before?.due ?? clock.monotonic() + gathering);
      waiting.set(task.id, { task, answer: answer ?? known?.answer ?? null, due });
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
      flush(Infinity);
      await writing;
    },
  };
}
