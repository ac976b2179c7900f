import { remoteIdOf, type EpochMs, type TaskState, type TaskWithImages } from '../../../../shared/task.ts';

type Open = 'queued' | 'submitting' | 'unknown' | 'processing' | 'paused';
type Ended = Exclude<TaskState['status'], Open>;

/** One moment in a task's life. */
export interface Moment {
  /** `now.…` is the last line of a life that goes on or waits for the person. */
  readonly step: 'written' | 'adopted' | 'sent' | 'accepted' | 'asked' | 'saved' | 'put-away' | `now.${Open}` | `ended.${Ended}`;
  /** Null if the time is unknown, or if the moment has none. */
  readonly at: EpochMs | null;
  readonly remoteId?: string;
  /** How many pictures were saved. */
  readonly count?: number;
}

/** The whole life of a task, in order. */
export function lifeOf({ task, images }: TaskWithImages): readonly Moment[] {
  const life: Moment[] = [{ step: task.adopted ? 'adopted' : 'written', at: task.createdAt }];
  if (task.submittedAt !== null) life.push({ step: 'sent', at: task.submittedAt });
  const remoteId = remoteIdOf(task);
  if (remoteId !== null && task.acceptedAt !== null && !task.adopted) life.push({ step: 'accepted', at: task.acceptedAt, remoteId });
  if (task.polls > 0) life.push({ step: 'asked', at: task.lastPollAt });
  const { status } = task.state;
  life.push(isOpen(status) ? { step: `now.${status}`, at: null } : { step: `ended.${status}`, at: task.endedAt });
  const saved = images.flatMap(({ state }) => (state.status === 'kept' ? [state.file.savedAt] : []));
  if (saved.length > 0) life.push({ step: 'saved', at: Math.max(...saved), count: saved.length });
  if (task.dismissedAt !== null) life.push({ step: 'put-away', at: task.dismissedAt });
  return life;
}

function isOpen(status: TaskState['status']): status is Open {
  return ['queued', 'submitting', 'unknown', 'processing', 'paused'].includes(status);
}

/** Milliseconds from the submission (or the click, before it is sent) to the end, or to `now` while it goes on. Null: there are none. */
export function durationOf({ task }: TaskWithImages, now: EpochMs): number | null {
  const began = task.submittedAt ?? (task.adopted ? task.createdAt : null);
  if (began === null) return null;
  const { status } = task.state;
  if (status === 'submitting' || status === 'processing' || status === 'paused') return Math.max(0, now - began);
  return task.endedAt === null ? null : Math.max(0, task.endedAt - began);
}
