import type { TaskId } from '../../../../shared/task.ts';
import { backoff, type Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { EngineEvents } from '../task-events.ts';
import type { StoredAnswer } from '../../service/stored-answer.ts';

/** A change that the disk refused. It is kept in memory until it is written. */
export interface UnsavedChange {
  readonly answer: StoredAnswer | null;
  /** The id that would be lost with this process; null if none would be. */
  readonly remoteId: string | null;
}

export interface UnsavedChanges {
  get(id: TaskId): UnsavedChange | undefined;
  add(id: TaskId, unsaved: UnsavedChange): void;
  /** The task is on disk. */
  remove(id: TaskId): void;
  /** Tries all of them now, in order, until one fails. */
  retry(): Promise<void>;
  close(): Promise<void>;
}

export interface UnsavedChangesDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EngineEvents;
  /** Writes the current task and removes it from here. Rejects if the disk refuses again. */
  readonly save: (id: TaskId) => Promise<void>;
}

/** Keeps what could not be written and retries with backoff. Shows every id that would be lost, so that it can be copied. */
export function createUnsavedChanges({ clock, random, events, save }: UnsavedChangesDeps): UnsavedChanges {
  const unsaved = new Map<TaskId, UnsavedChange>();
  let failures = 0;
  let cancelTimer: (() => void) | null = null;
  let shown: string | null = null;
  let closed = false;

  const show = (): void => {
    const ids = [...unsaved.values()].flatMap(({ remoteId }) => remoteId ?? []);
    const subject = ids.length === 0 ? null : ids.join(', ');
    if (subject === shown) return;
    shown = subject;
    events.notice('id-not-saved', subject);
  };

  const arm = (): void => {
    if (closed || cancelTimer || unsaved.size === 0) return;
    failures += 1;
    cancelTimer = clock.after(backoff(failures, random), () => {
      cancelTimer = null;
      retry().then(arm, arm);
    });
  };

  const retry = async (): Promise<void> => {
    for (const id of unsaved.keys()) {
      try {
        await save(id);
        failures = 0;
      } catch {
        return;
      }
    }
  };

  return {
    get: (id) => unsaved.get(id),
    add(id, entry) {
      const known = unsaved.get(id);
      unsaved.set(id, {
        answer: entry.answer ?? known?.answer ?? null,
        remoteId: entry.remoteId ?? known?.remoteId ?? null,
      });
      show();
      arm();
    },
    remove(id) {
      if (unsaved.delete(id)) show();
    },
    retry,
    async close() {
      closed = true;
      cancelTimer?.();
      await retry();
    },
  };
}
