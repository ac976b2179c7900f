import type { Task, TaskId } from '../../../../shared/task.ts';
import type { Clock } from '../../util/clock.ts';
import type { StoredAnswer } from '../../service/stored-answer.ts';
import type { TaskWriter } from '../task-store.ts';

/** Milliseconds for which the facts of uneventful polls are collected: ten polls become one write. If a crash loses them, the next query brings them again. */
export const collecting = 30_000;

/** Milliseconds between two writes: a commit for each task would wear the disk for nothing. */
const writeInterval = 2_000;

/** Tasks in one call: thousands at once would delay the queries that are due meanwhile. */
const batchSize = 100;

export interface PollFactsWriter {
  /** `isUrgent`: written next, because a window that opens now has to show it. */
  put(task: Task, answer: StoredAnswer | null, isUrgent: boolean): void;
  /** Removes what is not on disk yet of this task. The caller writes it instead. */
  take(id: TaskId): StoredAnswer | null;
  /** Writes the rest. What the disk refuses now is lost: nothing depends on it. */
  close(): Promise<void>;
}

interface Facts {
  readonly task: Task;
  readonly answer: StoredAnswer | null;
  /** The monotonic time from which on they are written. */
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
    cancelTimer = clock.after(writeInterval, () => {
      cancelTimer = null;
      flush(clock.monotonic());
    });
  };

  /** Writes what is due by then. */
  const flush = (until: number): void => {
    writing = writing.then(async () => {
      for (let written = true; written && takeSome(until); ) written = await writeSome();
      arm();
    });
  };

  const takeSome = (until: number): boolean => {
    for (const [id, facts] of waiting) {
      if (underWay.size === batchSize) break;
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
      // Does not overwrite newer facts, or tasks that were written as a whole meanwhile.
      for (const [id, facts] of underWay) if (!waiting.has(id)) waiting.set(id, { ...facts, due: clock.monotonic() });
      return false;
    } finally {
      underWay.clear();
    }
  };

  return {
    put(task, answer, isUrgent) {
      const before = waiting.get(task.id);
      const known = before ?? underWay.get(task.id);
      const due = isUrgent ? clock.monotonic() : (before?.due ?? clock.monotonic() + collecting);
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
