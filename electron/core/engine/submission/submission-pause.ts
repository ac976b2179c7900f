import type { EpochMs, QueueReason } from '../../../../shared/task.ts';
import { backoff, type Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';

export type PauseReason = Exclude<QueueReason, 'turn' | 'held' | 'batch-held' | 'price' | 'references' | 'unclear'>;

/** What keeps an account from sending, and when it tries again. */
export interface SubmissionPause {
  /** What all waiting tasks wait for; `turn`: only for each other. After a pause it stays until a task was sent. */
  readonly reason: () => 'turn' | PauseReason;
  /** When the next attempt starts by itself; null if no time is set. */
  readonly retryAt: () => EpochMs | null;
  /** Nothing starts until the timer, a key or `wake` ends the pause. After it, one task tries whether the reason is gone. */
  readonly isOn: () => boolean;
  /**
   * With the reason `key`, waits for the account to be ready; with `budget`, until the budget may be large enough; otherwise tries again with backoff, and
   * with `busy` not before `until`.
   */
  begin(why: PauseReason, until?: EpochMs | null): void;
  /** Lets one task try. */
  end(): void;
  /** The reason is gone. */
  clear(): void;
  /** The service was reached, or may be reached again: the next pause is short. */
  forgetFailures(): void;
  /** Stops the timer. */
  close(): void;
}

export interface SubmissionPauseDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the app quits. Then no timer is set. */
  readonly closing: AbortSignal;
  /** The reason or the time has changed. */
  readonly changed: () => void;
  /** The time has come. */
  readonly retry: () => void;
}

/** Milliseconds of the longest pause while the service takes no more tasks. */
const longestBusy = 600_000;

/** Milliseconds after which a budget is compared again, at the latest. */
const budgetInterval = 3_600_000;

export function createSubmissionPause({ clock, random, closing, changed, retry }: SubmissionPauseDeps): SubmissionPause {
  let reason: 'turn' | PauseReason = 'turn';
  let retryAt: EpochMs | null = null;
  let isOn = false;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;

  const set = (next: typeof reason, at: EpochMs | null): void => {
    if (reason === next && retryAt === at) return;
    reason = next;
    retryAt = at;
    changed();
  };

  /** Milliseconds. `asked`: until the time that was given. */
  const delayOf = (why: PauseReason, asked: number | null): number => {
    if (why === 'budget') return Math.min(budgetInterval, asked ?? Infinity);
    return why === 'busy' ? Math.max(asked ?? 0, backoff(failures, random, longestBusy)) : backoff(failures, random);
  };

  const end = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    isOn = false;
  };

  return {
    reason: () => reason,
    retryAt: () => retryAt,
    isOn: () => isOn,
    begin(why, until = null) {
      // Several POSTs that fail together count as one failure, and without a key the network does not matter.
      if (isOn && (reason === why || reason === 'key')) return;
      end();
      isOn = true;
      if (why === 'key' || closing.aborted) return set(why, null);
      if (why !== 'budget') failures += 1;
      const delay = delayOf(why, until === null ? null : until - clock.now());
      set(why, why === 'budget' ? until : clock.now() + delay);
      cancelTimer = clock.after(delay, () => {
        end();
        retry();
      });
    },
    end,
    clear() {
      end();
      set('turn', null);
    },
    forgetFailures() {
      failures = 0;
    },
    close: () => cancelTimer?.(),
  };
}
