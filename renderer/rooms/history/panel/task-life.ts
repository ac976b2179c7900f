import { remoteIdOf, type EpochMs, type TaskWithImages } from '../../../../shared/task.ts';

/** One moment in a task's life. `at` is null if only its time is unknown. */
export type Moment =
  | { readonly kind: 'written' | 'adopted' | 'sent'; readonly at: EpochMs }
  | { readonly kind: 'accepted'; readonly at: EpochMs; readonly remoteId: string }
  | { readonly kind: 'asked'; readonly at: EpochMs | null }
  | { readonly kind: 'ended'; readonly at: EpochMs | null; readonly as: 'completed' | 'failed' | 'rejected' | 'withdrawn' | 'missing' }
  | { readonly kind: 'saved'; readonly at: EpochMs; readonly pictures: number }
  | { readonly kind: 'put-away'; readonly at: EpochMs }
  /** The last line of a life that goes on or waits for the person. */
  | { readonly kind: 'now'; readonly as: 'waiting' | 'sending' | 'unknown' | 'developing' | 'paused' };

/** The whole life of a task, in order. */
export function lifeOf({ task, images }: TaskWithImages): readonly Moment[] {
  const life: Moment[] = [{ kind: task.adopted ? 'adopted' : 'written', at: task.createdAt }];
  if (task.submittedAt !== null) life.push({ kind: 'sent', at: task.submittedAt });
  const remoteId = remoteIdOf(task);
  if (remoteId !== null && task.acceptedAt !== null && !task.adopted) life.push({ kind: 'accepted', at: task.acceptedAt, remoteId });
  if (task.polls > 0) life.push({ kind: 'asked', at: task.lastPollAt });
  life.push(...ending({ task, images }));
  if (task.dismissedAt !== null) life.push({ kind: 'put-away', at: task.dismissedAt });
  return life;
}

function ending({ task, images }: TaskWithImages): readonly Moment[] {
  const { status } = task.state;
  switch (status) {
    case 'queued':
      return [{ kind: 'now', as: 'waiting' }];
    case 'submitting':
      return [{ kind: 'now', as: 'sending' }];
    case 'unknown':
      return [{ kind: 'now', as: 'unknown' }];
    case 'processing':
      return [{ kind: 'now', as: 'developing' }];
    case 'paused':
      return [{ kind: 'now', as: 'paused' }];
    default: {
      const saved = images.flatMap(({ state }) => (state.status === 'kept' ? [state.file.savedAt] : []));
      const end: Moment = { kind: 'ended', at: task.endedAt, as: status };
      return saved.length === 0 ? [end] : [end, { kind: 'saved', at: Math.max(...saved), pictures: saved.length }];
    }
  }
}

/** Milliseconds from the submission (or the click, before it is sent) to the end, or to `now` while it goes on. Null: there are none. */
export function durationOf({ task }: TaskWithImages, now: EpochMs): number | null {
  const began = task.submittedAt ?? (task.adopted ? task.createdAt : null);
  if (began === null) return null;
  const { status } = task.state;
  if (status === 'submitting' || status === 'processing' || status === 'paused') return Math.max(0, now - began);
  return task.endedAt === null ? null : Math.max(0, task.endedAt - began);
}
