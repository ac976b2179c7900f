import type { BatchId } from '../../../shared/task.ts';
import type { AccountId, EpochMs, Image, ImageId, ImageState, ServiceSaid, Task, TaskId, TaskStatus, TaskWithImages } from '../../../shared/task.ts';
import type { StoredAnswer } from '../service/stored-answer.ts';

/**
 * The address of a picture, or its bytes as a `data:` address if it cannot be requested again. Other inline pictures (`b64_json`) and addresses that
 * contain the key are not stored, but requested again. `position` is the picture's index in its task; if absent, its place in the list.
 */
export type ImageSource = ({ readonly kind: 'url'; readonly url: string } | { readonly kind: 'inline' }) & { readonly position?: number };

export interface StoredImage extends Image {
  /** Null once the picture is kept. */
  readonly source: ImageSource | null;
}

/** The new place of a task that waits, or of a batch. */
export type QueueMove = { readonly taskId: TaskId; readonly place: number } | { readonly batchId: BatchId; readonly place: number };

/**
 * Writes tasks and their images. A resolved promise means *on disk*: the transaction is committed with synchronous=FULL.
 * Rejects with AppFailure `disk-full` or `database-failed`; then the call has changed nothing.
 */
export interface TaskWriter {
  /** Writes intents and ignores known ids. Returns the new ones; but none of them if the database thread died after it had written them. */
  insertTasks(tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** Writes every field of the task, and the answer if one is given. Also writes a task that has no intent. */
  saveTask(task: Task, answer?: StoredAnswer): Promise<void>;
  /** Writes several tasks in one transaction, and the service's answer for those of them that it is about. */
  saveTasks(tasks: readonly Task[], answered: readonly TaskId[], answer: StoredAnswer): Promise<void>;
  /** Sets places in the queue, in one transaction. */
  placeInQueue(moves: readonly QueueMove[]): Promise<void>;
  /** Writes the task and its images in one transaction. A known image gets the new source. */
  saveCompletion(task: Task, sources: readonly ImageSource[], answer: StoredAnswer): Promise<readonly StoredImage[]>;
  /** Returns the state as written: `savedAt` of a kept picture is its place in the gallery's order. */
  saveImage(id: ImageId, state: ImageState): Promise<ImageState>;
}

export interface TaskReader {
  task(id: TaskId): Promise<TaskWithImages | null>;
  storedImages(taskId: TaskId): Promise<readonly StoredImage[]>;
  answer(taskId: TaskId): Promise<StoredAnswer | null>;
  findByRemoteId(accountId: AccountId, remoteId: string): Promise<TaskId | null>;
  /** The tasks that have this id of the service's because a person entered it. */
  enteredByHand(accountId: AccountId, remoteId: string): Promise<readonly TaskId[]>;
  /**
   * What the service said when it refused this task or one that was sent together with it; null: it refused none. A refused key does not count, because a
   * task that waits for a key is not on hold.
   */
  refusedTogether(id: TaskId): Promise<ServiceSaid | null>;
  /** All tasks that `isInFlight`, and completed ones with images still `waiting`; oldest first. */
  unfinishedTasks(): Promise<readonly TaskWithImages[]>;
  /** Tasks of unknown outcome that have a key, and about which the person has decided nothing; oldest first. */
  tasksToRepeat(): Promise<readonly TaskWithImages[]>;
  /** Models, sizes and qualities by how often they were used, at most 20 each. */
  suggestions(): Promise<{ readonly models: readonly string[]; readonly sizes: readonly string[]; readonly qualities: readonly string[] }>;
}

/** Tasks of assistants (shared/assistants.ts). */
export interface AssistantTaskReader {
  /** Those that were taken or sent since then, and those that are not sent yet. */
  assistantTasks(since: EpochMs): Promise<readonly TaskWithImages[]>;
}

export interface TaskStore extends TaskWriter, TaskReader {}

/** At most `limit` tasks that are older than `before`. */
export interface Page {
  readonly before: { readonly createdAt: EpochMs; readonly id: TaskId } | null;
  readonly limit: number;
}

export interface TaskPageQuery extends Page {
  /** Empty: all. */
  readonly statuses: readonly TaskStatus[];
}

/** `more`: older ones follow. */
export interface TaskPage {
  readonly tasks: readonly TaskWithImages[];
  readonly more: boolean;
}

/** Tasks newest first, page by page, because a commit waits while a statement runs. */
export interface TaskHistory {
  /** All submissions. Imported pictures are not submissions. */
  page(query: TaskPageQuery): Promise<TaskPage>;
  /** Those that `isAtHead`. */
  headTasks(page: Page): Promise<TaskPage>;
}
