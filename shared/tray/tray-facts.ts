import type { BatchWithProgress } from '../batch.ts';
import type { Change, Snapshot } from '../ipc/api.ts';
import { isInFlight, isToBeRepeated, type BatchId, type ImageId, type QueueReason, type Task, type TaskId, type TaskWithImages } from '../task.ts';

/** What the icon in the tray shows. */
export interface TrayState {
  /** Tasks that are sent, made or downloaded, or are next without anybody's help. */
  readonly underWay: number;
  /** Unsent tasks that wait until the person does something, other than for the hold of the whole queue. */
  readonly waiting: number;
  readonly undecided: number;
  readonly failed: number;
  /** Those of which something waits or runs, newest first. */
  readonly batches: readonly TrayBatch[];
  /** Whether the whole queue is on hold. */
  readonly isHeld: boolean;
  /** Unsent tasks. */
  readonly queued: number;
}

interface TrayBatch {
  readonly name: string;
  readonly ended: number;
  readonly tasks: number;
}

export interface TrayFacts {
  begin(snapshot: Pick<Snapshot, 'head' | 'batches' | 'settings'>): void;
  take(changes: readonly Change[]): void;
  state(): TrayState;
}

/** What a task counts as. Null: nothing more happens to it, and nobody need look. */
type Kind = 'under-way' | 'next' | 'held' | 'waiting' | 'undecided' | 'failed';

/** Reasons that go away by themselves. */
const passing: ReadonlySet<QueueReason> = new Set<QueueReason>(['turn', 'busy']);
/** Reasons that only the person ends. The others are troubles of the network, which pass or are told elsewhere. */
const persons: ReadonlySet<QueueReason> = new Set<QueueReason>(['key', 'held', 'batch-held', 'budget', 'price', 'references', 'unclear', 'proxy-password']);

function kindOf({ task, images }: TaskWithImages): Kind | null {
  const { state } = task;
  if (state.status === 'queued') {
    if (state.waitingFor === 'stopped') return 'held';
    if (persons.has(state.waitingFor)) return 'waiting';
    return passing.has(state.waitingFor) ? 'next' : 'held';
  }
  if (isInFlight(task) || isToBeRepeated(task)) return 'under-way';
  if (images.some((image) => image.state.status === 'waiting')) return 'under-way';
  return isEndedWell(task, images) ? null : state.status === 'unknown' || state.status === 'missing' ? 'undecided' : 'failed';
}

function isEndedWell({ dismissedAt, state }: Task, images: TaskWithImages['images']): boolean {
  if (dismissedAt !== null || state.status === 'withdrawn') return true;
  return state.status === 'completed' && images.length > 0 && images.every((image) => image.state.status === 'kept');
}

/** Follows what the window shows of tasks, for somebody who sees no window. */
export function createTrayFacts(): TrayFacts {
  const kinds = new Map<TaskId, Kind>();
  const batches = new Map<BatchId, BatchWithProgress>();
  let isHeld = false;

  const taskChanged = (entry: TaskWithImages): void => {
    const kind = kindOf(entry);
    if (kind === null) kinds.delete(entry.task.id);
    else kinds.set(entry.task.id, kind);
  };
  const batchChanged = (batch: BatchWithProgress): void => {
    if (batch.progress.queued + batch.progress.running > 0) batches.set(batch.id, batch);
    else batches.delete(batch.id);
  };
  const count = (...wanted: readonly Kind[]): number => {
    let found = 0;
    for (const kind of kinds.values()) if (wanted.includes(kind)) found += 1;
    return found;
  };

  return {
    begin(snapshot) {
      isHeld = snapshot.settings.queueStopped;
      snapshot.head.forEach(taskChanged);
      snapshot.batches.forEach(batchChanged);
    },
    take(changes) {
      for (const change of changes) {
        if (change.kind === 'task') taskChanged(change.task);
        else if (change.kind === 'batches') change.batches.forEach(batchChanged);
        else if (change.kind === 'settings') isHeld = change.settings.queueStopped;
      }
    },
    state: () => ({
      underWay: count('under-way', ...(isHeld ? [] : (['next'] as const))),
      waiting: count('waiting'),
      undecided: count('undecided'),
      failed: count('failed'),
      batches: [...batches.values()]
        .sort((one, other) => other.createdAt - one.createdAt)
        .map(({ name, progress: { tasks, withdrawn, queued, running } }) => ({ name, ended: tasks - withdrawn - queued - running, tasks: tasks - withdrawn })),
      isHeld,
      queued: count('next', 'held', 'waiting'),
    }),
  };
}

/** A picture among the last ones. */
export interface TrayPicture {
  readonly imageId: ImageId;
  /** Its prompt. Empty: it has none. */
  readonly prompt: string;
}
