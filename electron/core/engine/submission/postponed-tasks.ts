import { hasReferences } from '../../../../shared/request/reference-checks.ts';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import type { Clock } from '../../util/clock.ts';
import type { WaitingTask, WaitingTasks } from './waiting-tasks.ts';

/** Waiting tasks that let the others pass until their price is known, or their references can be sent. */
export interface PostponedTasks {
  why(id: TaskId): 'price' | 'references' | undefined;
  /** With `references`, all waiting tasks with the same references step aside too, because trying them one by one takes minutes. Returns them. */
  put(task: Pick<WaitingTask, 'id' | 'request'>, why: 'price' | 'references'): readonly WaitingTask[];
  remove(id: TaskId): void;
  /** Prices are known now. Returns the tasks that come back. */
  takePriced(): readonly WaitingTask[];
  /** The references of this request can be sent. Returns the tasks that come back. */
  takeSame(request: GenerationRequest): readonly WaitingTask[];
  /** Copies of references may be there again. Of the tasks with the same references, only the first that `mayTry` comes back, to try for all of them. */
  takeFirsts(mayTry: (task: WaitingTask) => boolean): void;
  /** Stops the timer. */
  close(): void;
}

export interface PostponedTasksDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly waiting: WaitingTasks;
  /** Called every few minutes while references are missing, because no event says that a disk is back. */
  readonly tryReferences: () => void;
}

/** Milliseconds between two such calls. */
const interval = 300_000;

/** Includes the more fields, because a name that is used twice may be why the references cannot be sent. */
const referencesOf = ({ references, fields }: GenerationRequest): string => JSON.stringify([references, fields]);

export function createPostponedTasks({ clock, waiting, tryReferences }: PostponedTasksDeps): PostponedTasks {
  /** `null`: waits for a price. Otherwise the key that tasks with the same references share. */
  const aside = new Map<TaskId, string | null>();
  let cancelTimer: (() => void) | null = null;

  const startTimer = (): void => {
    cancelTimer ??= clock.after(interval, () => {
      cancelTimer = null;
      if ([...aside.values()].some((same) => same !== null)) startTimer();
      tryReferences();
    });
  };
  const take = (same: string | null): readonly WaitingTask[] => {
    const taken = [...waiting].filter(({ id }) => aside.get(id) === same);
    for (const { id } of taken) aside.delete(id);
    return taken;
  };

  return {
    why(id) {
      const same = aside.get(id);
      return same === undefined ? undefined : same === null ? 'price' : 'references';
    },
    put({ id, request }, why) {
      const same = why === 'price' ? null : referencesOf(request);
      aside.set(id, same);
      if (same === null) return [];
      startTimer();
      const others = [...waiting].filter((other) => !aside.has(other.id) && hasReferences(other.request) && referencesOf(other.request) === same);
      for (const other of others) aside.set(other.id, same);
      return others;
    },
    remove: (id) => void aside.delete(id),
    takePriced: () => take(null),
    takeSame: (request) => (aside.size === 0 ? [] : take(referencesOf(request))),
    takeFirsts(mayTry) {
      const tried = new Set<string>();
      for (const task of waiting) {
        const same = aside.get(task.id) ?? null;
        if (same === null || tried.has(same) || !mayTry(task)) continue;
        tried.add(same);
        aside.delete(task.id);
      }
    },
    close: () => cancelTimer?.(),
  };
}
