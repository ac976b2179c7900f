import type { Amount } from '../../../shared/money/amount.ts';
import type { BatchId, EpochMs, GenerationRequest, Image, ImageFile, ImageId, QueueReason, ServiceSaid, Task, TaskState, TaskWithImages, UnknownReason } from '../../../shared/task.ts';
import type { QueryOutcome, SubmitOutcome } from '../service/outcomes.ts';
import type { NamedImage } from '../service/answers/answered-image.ts';
import type { StoredAnswer } from '../service/stored-answer.ts';

/** Everything that can happen to a task. */
export type TaskEvent =
  /** The app started and found the task in this state. */
  | { readonly kind: 'start' }
  /** Still queued, and this is what it waits for. */
  | { readonly kind: 'wait'; readonly waitingFor: QueueReason; readonly retryAt: EpochMs | null }
  /** The task is about to be sent. The estimate is the price of `request`, so it applies to no other. `idempotencyKey`: null if the account has no such keys. */
  | { readonly kind: 'submission-started'; readonly request: GenerationRequest; readonly estimate: Amount | null; readonly idempotencyKey: string | null }
  /** Certain that the service did not take it. A `ConnectionTrouble`: no connection was made. `busy`: the service's answer. */
  | { readonly kind: 'not-sent'; readonly waitingFor: QueueReason; readonly retryAt: EpochMs | null; readonly answer?: StoredAnswer }
  /** One or more ids arrived, in time or late, also in answer to a repetition. */
  | Pick<Extract<SubmitOutcome, { kind: 'accepted' }>, 'kind' | 'remoteId' | 'moreIds' | 'facts' | 'answer'>
  /** The POST was answered with the pictures, in time or late. */
  | Extract<SubmitOutcome, { kind: 'delivered' }>
  /** In time or late. */
  | { readonly kind: 'rejected'; readonly said: ServiceSaid; readonly answer: StoredAnswer }
  | { readonly kind: 'outcome-unknown'; readonly reason: UnknownReason; readonly said: ServiceSaid; readonly answer: StoredAnswer | null }
  /** When the task of unknown outcome is sent again by itself, as in `TaskState`; undefined: that is not planned. */
  | { readonly kind: 'repetition-planned'; readonly at: EpochMs | null | undefined }
  /** The task is not sent again: the person sends it as a new one, or the service may have forgotten its key. */
  | { readonly kind: 'key-given-up' }
  /** The task is about to be sent again, with its key. */
  | { readonly kind: 'repetition-started' }
  /** The outcome is still unknown. `counts`: false if the service certainly did not take this repetition. */
  | { readonly kind: 'repetition-ended'; readonly reason: UnknownReason; readonly said: ServiceSaid; readonly answer: StoredAnswer | null; readonly counts: boolean }
  | PollEvent
  | { readonly kind: 'watch-limit-passed' }
  /** Another task of the same submission was refused. `said`: what the service said of that one. */
  | { readonly kind: 'hold'; readonly said: ServiceSaid }
  /** A person cancels the task; this and the following events are a person's. */
  | { readonly kind: 'withdraw' }
  /** Undoes `withdraw`. `held`: it is on hold until the person sends it. `said`: what the service said of a refused task of the same submission; null: nothing is known. */
  | { readonly kind: 'requeue'; readonly held: boolean; readonly said: ServiceSaid | null }
  /** A task on hold is to be sent. */
  | { readonly kind: 'release' }
  /** The request of a task that has not been sent is another. */
  | { readonly kind: 'edit'; readonly request: GenerationRequest }
  /** Another place in the queue. */
  | { readonly kind: 'move'; readonly place: number }
  /** What the task cost, as the person found out; null: not known. */
  | { readonly kind: 'settle'; readonly cost: Amount | null }
  | { readonly kind: 'stop' }
  | { readonly kind: 'check' }
  /** A task of unknown outcome gets the id that the person found, or an id that the person entered is replaced. `settled`: what was noted of its cost under this id before. */
  | { readonly kind: 'attach'; readonly remoteId: string; readonly settled: Amount | null }
  /** Takes back an id that the person entered: the outcome is unknown again. `was`: what the person had decided about the task before. Absent: nothing. */
  | { readonly kind: 'detach'; readonly was?: Pick<Task, 'settled' | 'dismissedAt'> }
  | { readonly kind: 'dismiss' }
  /** Undoes `dismiss`. */
  | { readonly kind: 'undismiss' };

/** The outcome of a query, with the time of the next query if that is later than usual. */
export interface PollEvent {
  readonly kind: 'polled';
  /** The id that was queried. An answer about another id than the task has now says nothing about it. */
  readonly remoteId: string;
  readonly outcome: QueryOutcome;
  readonly retryAt: EpochMs | null;
}

/** What follows once the task is on disk. */
export type Effect =
  /** Enter the account's queue. */
  | { readonly kind: 'enqueue' }
  /** Leave the account's queue. */
  | { readonly kind: 'dequeue' }
  /** POST, once. Only ever follows the commit of `submitting`. If the task was `repeated`, it is a repetition. */
  | { readonly kind: 'submit' }
  /** Query from now on; `soon`: as soon as the three seconds allow. */
  | { readonly kind: 'watch'; readonly first: 'after-interval' | 'soon' }
  | { readonly kind: 'unwatch' }
  /** Fetch the named pictures that are missing. */
  | { readonly kind: 'fetch-images'; readonly images: readonly NamedImage[] }
  /** Fetch the missing pictures from their last known addresses. */
  | { readonly kind: 'resume-images' }
  /** Query for fresh addresses of the missing pictures, whatever the earlier outcome. */
  | { readonly kind: 'refresh-images' }
  /** A task that has ended named no fresh addresses for pictures that wait for one. */
  | { readonly kind: 'no-fresh-address' };

/** How a transition reaches the disk. */
export type Write =
  | { readonly kind: 'none' }
  /** At once. `keep`: if the disk refuses, the change stays in memory and is written later. */
  | { readonly kind: 'task'; readonly answer: StoredAnswer | null; readonly keep: boolean }
  /** What a query found that leaves the state as it is: in memory, and on disk only if a crash should not lose it (latest-polls.ts). */
  | { readonly kind: 'facts'; readonly answer: StoredAnswer | null }
  /** At once, together with the rows of its images. */
  | { readonly kind: 'completion'; readonly images: readonly NamedImage[]; readonly answer: StoredAnswer };

export interface Transition {
  /** False when the event means nothing in this state; then the task is the very same and nothing follows. */
  readonly applies: boolean;
  readonly task: Task;
  readonly write: Write;
  readonly effects: readonly Effect[];
  /** Tasks for further ids that the service gave the same submission. They are written together with the task, and watched. */
  readonly further?: readonly Omit<Task, 'id'>[];
}

/** The event means nothing in this state. */
export function ignored(task: Task): Transition {
  return { applies: false, task, write: { kind: 'none' }, effects: [] };
}

/** Nothing to write. */
export function shown(task: Task, effects: readonly Effect[] = []): Transition {
  return { applies: true, task, write: { kind: 'none' }, effects };
}

/** If the disk refuses the change: `keep` leaves it in memory and writes it later, `refuse` undoes it. */
export function saved(task: Task, onFailure: 'keep' | 'refuse', effects: readonly Effect[] = [], answer: StoredAnswer | null = null): Transition {
  return { applies: true, task, write: { kind: 'task', answer, keep: onFailure === 'keep' }, effects };
}

export type StateOf<S extends TaskState['status']> = Extract<TaskState, { status: S }>;

/** What the engine reports to the rest of the app, once it is on disk. */
export interface EngineEvents {
  taskChanged(task: TaskWithImages): void;
  /** A picture's file is in the library, and its row is not saved yet. `saved` resolves to whether it was. */
  imagePlaced?(id: ImageId, file: ImageFile, saved: Promise<boolean>): void;
  imageKept(image: Image): void;
  /** Its name, place or hold. */
  batchChanged(id: BatchId): void;
  /** A notice that concerns no single task, such as an id that could not be written. The same code with `null` clears it. */
  notice(code: 'library-unreachable' | 'library-full' | 'id-not-saved' | 'history-stopped', subject: string | null): void;
}
