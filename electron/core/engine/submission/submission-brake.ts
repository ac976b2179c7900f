import type { TaskId } from '../../../../shared/task.ts';

/** Submissions without a clear outcome after which nothing more is sent, if the service has accepted none between them. */
const mostUnclear = 3;

/**
 * Keeps an account from sending many tasks to a service that may charge each of them and accept none. A submission goes alone until an answer has shown
 * that the service accepts tasks now, and again whenever nothing was on its way for a moment, or an outcome is unknown.
 *
 * Only an accepted task shows that. A refusal does not: a service may check the request before the part of it that fails.
 */
export interface SubmissionBrake {
  /** Whether another submission may start while so many others are about to be sent or on their way. */
  mayStart(others: number): boolean;
  /** Nothing is on its way, and nothing may start now. */
  idle(): void;
  /** The service has accepted a task. */
  accepted(): void;
  /** Nobody knows whether the service accepted this task. Returns whether that is one too many, so that nothing more must be sent. */
  unclear(id: TaskId): boolean;
  /** It is known after all what became of a task. It does not count any more, but says nothing about the submissions after it. */
  cleared(id: TaskId): void;
  /** The person says that sending goes on. */
  goOn(): void;
}

/** @param isStopped whether the account waits for the person to say that sending goes on */
export function createSubmissionBrake(isStopped: () => boolean): SubmissionBrake {
  /** Since the latest accepted task. */
  const unclear = new Set<TaskId>();
  let accepts = false;
  return {
    mayStart: (others) => !isStopped() && (others === 0 || accepts),
    idle() {
      accepts = false;
    },
    accepted() {
      accepts = true;
      unclear.clear();
    },
    unclear(id) {
      accepts = false;
      unclear.add(id);
      return unclear.size >= mostUnclear;
    },
    cleared: (id) => void unclear.delete(id),
    goOn() {
      accepts = false;
      unclear.clear();
    },
  };
}
