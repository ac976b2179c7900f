import type { Task, TaskId } from '../../../../shared/task.ts';
import type { StoredAnswer } from '../../service/stored-answer.ts';
import { applyInBatches } from '../../util/apply-in-batches.ts';
import type { Clock } from '../../util/clock.ts';
import { createThrottle } from '../../util/throttle.ts';
import type { TaskWriter } from '../task-store.ts';

/**
 * What the latest query of each task in progress found, while that changes little. It is kept in memory, because the next query brings it again, and is
 * written with the task's next change or when Latent quits, or within seconds if it says more than counts and progress, and at once if it says another cost.
 * After a crash, counts and progress on disk may be older.
 */
export interface LatestPolls {
  put(before: Task, task: Task, answer: StoredAnswer | null): void;
  /** The service's answer, unless it is on disk or there was none. */
  answer(id: TaskId): StoredAnswer | null;
  /** The whole task was written with that answer, or is kept elsewhere until it is. */
  written(id: TaskId): void;
  /** Writes the rest. What the disk refuses now is lost: nothing depends on it. */
  close(): Promise<void>;
}

interface Latest {
  readonly task: Task;
  readonly answer: StoredAnswer | null;
}

export interface LatestPollsDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly repository: Pick<TaskWriter, 'saveTask'>;
  /**
   * Runs while nothing else writes this task. A call that the database's thread left unanswered when it died is made again, and could bring back an older
   * state after the task's completion.
   */
  readonly alone: (id: TaskId, run: () => Promise<void>) => Promise<void>;
  /** The disk refused what a crash should not lose, so that it is to be written later. */
  readonly refused: (id: TaskId, answer: StoredAnswer | null) => void;
}

/** Milliseconds in which tasks are collected that are to be written. A commit for each would wear the disk while a service fails now and then. */
const collecting = 2_000;

export function createLatestPolls({ clock, repository, alone, refused }: LatestPollsDeps): LatestPolls {
  const latest = new Map<TaskId, Latest>();
  const due = new Set<TaskId>();
  const save = ({ task, answer }: Latest): Promise<void> => (answer === null ? repository.saveTask(task) : repository.saveTask(task, answer));

  const saveDue = (id: TaskId): Promise<void> =>
    alone(id, async () => {
      const found = latest.get(id);
      if (found === undefined) return;
      try {
        await save(found);
        latest.delete(id);
      } catch {
        refused(id, found.answer);
      }
    });
  const writing = createThrottle(clock, () => {
    const ids = [...due];
    due.clear();
    void applyInBatches(ids, saveDue);
  });

  return {
    put(before, task, answer) {
      latest.set(task.id, { task, answer: answer ?? latest.get(task.id)?.answer ?? null });
      const costs = isCostChanged(before, task);
      if (!costs && !isEventful(before, task)) return;
      due.add(task.id);
      if (costs) writing.now();
      else writing.soon(collecting);
    },
    answer: (id) => latest.get(id)?.answer ?? null,
    written: (id) => void latest.delete(id),
    async close() {
      writing.stop();
      await Promise.allSettled([...latest.values()].map(save));
    },
  };
}

/** Whether the task counts differently as spent: a budget is compared with what is on disk. */
const isCostChanged = (before: Task, { settled, facts }: Task): boolean => before.settled !== settled || before.facts.credits !== facts.credits;

/** Whether a crash should not lose it: the first answer, another state or model, or the beginning or the end of trouble. */
function isEventful(before: Task, { state, trouble, facts }: Task): boolean {
  return before.polls === 0 || before.state.status !== state.status || before.trouble?.kind !== trouble?.kind || before.facts.model !== facts.model;
}
