import { hasReferences } from '../../../../shared/request/reference-checks.ts';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import type { Clock } from '../../util/clock.ts';
import type { WaitingTask, WaitingTasks } from './waiting-tasks.ts';

/** Waiting tasks that the others overtake until their price is known, or their references can be sent. */
export interface PostponedTasks {
  why(id: TaskId): 'price' | 'references' | undefined;
  /** With `references`, all waiting tasks with the same references are postponed too, because trying them one by one takes minutes. Returns these. */
  put(task: Pick<WaitingTask, 'id' | 'request'>, why: 'price' | 'references'): readonly WaitingTask[];
  remove(id: TaskId): void;
  /** Prices are known now. Returns the tasks that come back. */
  takePriced(): readonly WaitingTask[];
  /** The references of this request can be sent. Returns the tasks that come back. */
  takeSame(request: GenerationRequest): readonly WaitingTask[];
  /** Copies of references may be there again. Of the tasks with the same references, only the first for which `mayTry` is true comes back, to try for all. */
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
  /** Null: the task waits for a price. Otherwise what tasks with the same references share (`referencesOf`). */
  const postponed = new Map<TaskId, string | null>();
  let cancelTimer: (() => void) | null = null;

  const startTimer = (): void => {
    cancelTimer ??= clock.after(interval, () => {
      cancelTimer = null;
      if ([...postponed.values()].some((same) => same !== null)) startTimer();
      tryReferences();
    });
  };
  const take = (same: string | null): readonly WaitingTask[] => {
    const taken = [...waiting].filter(({ id }) => postponed.get(id) === same);
    for (const { id } of taken) postponed.delete(id);
    return taken;
  };

  return {
    why(id) {
      const same = postponed.get(id);
      return same === undefined ? undefined : same === null ? 'price' : 'references';
    },
    put({ id, request }, why) {
      const same = why === 'price' ? null : referencesOf(request);
      postponed.set(id, same);
      if (same === null) return [];
      startTimer();
      const others = [...waiting].filter((other) => !postponed.has(other.id) && hasReferences(other.request) && referencesOf(other.request) === same);
      for (const other of others) postponed.set(other.id, same);
      return others;
    },
    remove: (id) => void postponed.delete(id),
    takePriced: () => take(null),
    takeSame: (request) => (postponed.size === 0 ? [] : take(referencesOf(request))),
    takeFirsts(mayTry) {
      const tried = new Set<string>();
      for (const task of waiting) {
        const same = postponed.get(task.id) ?? null;
        if (same === null || tried.has(same) || !mayTry(task)) continue;
        tried.add(same);
        postponed.delete(task.id);
      }
    },
    close: () => cancelTimer?.(),
  };
}
