import type { EngineEvents } from './task-events.ts';
import type { Log, LogFacts } from '../log/log.ts';
import { isAtHead, remoteIdOf, type Image, type PollTrouble, type ServiceSaid, type TaskId, type TaskState, type TaskWithImages } from '../../../shared/task.ts';

/** What was last logged of a task. */
interface Logged {
  readonly state: string;
  readonly trouble: string;
  readonly images: readonly string[];
}

/** Characters of an id or code from the service that are logged. */
const longestForeign = 120;

/**
 * Logs changes of tasks and passes them on. A poll that changes nothing is not logged. The service's messages are left out, because they may
 * repeat the prompt.
 */
export function logEngineEvents(log: Log, events: EngineEvents): EngineEvents {
  const logged = new Map<TaskId, Logged>();
  const notices = new Map<string, string>();

  return {
    ...events,
    taskChanged(entry) {
      const now: Logged = {
        state: stateKey(entry.task.state),
        trouble: entry.task.trouble === null ? '' : troubleKey(entry.task.trouble),
        images: entry.images.map(imageKey),
      };
      const before = logged.get(entry.task.id);
      // Kept as long as the task may still change.
      if (isAtHead(entry)) logged.set(entry.task.id, now);
      else logged.delete(entry.task.id);
      // Thousands of tasks of a batch may wait at once, and what they wait for says nothing of each.
      const isWaitingInBatch = entry.task.batchId !== null && entry.task.state.status === 'queued';
      if (now.state !== before?.state && !isWaitingInBatch) logState(log, entry, before);
      else if (entry.task.dismissedAt !== null && !isAtHead(entry)) log.info('submission', 'dismissed', { task: entry.task.id });
      if (now.trouble !== (before?.trouble ?? '')) logTrouble(log, entry);
      entry.images.forEach((image, index) => {
        if (now.images[index] !== before?.images[index]) logImage(log, image);
      });
      events.taskChanged(entry);
    },
    imageKept(image) {
      if (image.state.status === 'kept') {
        const { type, bytes, width, height } = image.state.file;
        log.info('download', 'picture kept', { task: image.taskId, image: image.id, index: image.index, type, bytes, width, height });
      }
      events.imageKept(image);
    },
    notice(code, subject) {
      if (subject === null) {
        if (notices.delete(code)) log.info('library', `over: ${code}`);
      } else if (notices.get(code) !== subject) {
        notices.set(code, subject);
        log.warn('library', code, { subject: code === 'id-not-saved' ? foreign(subject) : subject });
      }
      events.notice(code, subject);
    },
  };
}

function stateKey(state: TaskState): string {
  return [state.status, 'waitingFor' in state ? state.waitingFor : '', 'by' in state ? state.by : ''].join(' ');
}

function troubleKey({ kind, said }: PollTrouble): string {
  return `${kind} ${said.httpStatus ?? ''}`;
}

function imageKey({ state }: Image): string {
  return state.status === 'waiting' ? `waiting ${state.trouble === null ? '' : state.attempts}` : state.status;
}

function logState(log: Log, { task }: TaskWithImages, before: Logged | undefined): void {
  const { state } = task;
  const id = { task: task.id };
  switch (state.status) {
    case 'queued':
      if (before === undefined && task.submittedAt === null) log.info('submission', 'intent written', { ...id, account: task.accountId, retryOf: task.retryOf ?? undefined });
      else log.info('submission', 'not sent yet', { ...id, waitingFor: state.waitingFor });
      return;
    case 'submitting':
      return log.info('submission', task.repeated > 0 ? 'sending again, with its key' : 'sending', { ...id, account: task.accountId, again: task.repeated > 0 ? task.repeated : undefined });
    case 'unknown':
      return log.warn('submission', 'outcome unknown', { ...id, reason: state.reason, ...saidFacts(state.said) });
    case 'rejected':
      return log.warn('submission', 'rejected', { ...id, ...saidFacts(state.said) });
    case 'withdrawn':
      return log.info('submission', 'withdrawn', id);
    case 'processing': {
      // A task without an earlier state was found at the start, unless it was just adopted or is a second id.
      if (before?.state.startsWith('paused') || (before === undefined && task.polls > 0)) return log.info('poll', 'watched again', id);
      const facts = { ...id, remoteId: foreign(state.remoteId) };
      return log.info('submission', task.adopted ? 'adopted' : 'accepted', { ...facts, credits: task.facts.credits ?? undefined });
    }
    case 'paused':
      return log.info('poll', 'paused', { ...id, by: state.by, polls: task.polls });
    case 'missing':
      return log.warn('poll', 'no longer known to the service', { ...id, ...saidFacts(state.said), polls: task.polls });
    case 'completed':
      return log.info('poll', 'completed', { ...id, pictures: state.imageCount, polls: task.polls, remoteId: foreign(remoteIdOf(task) ?? '') });
    case 'failed':
      return log.warn('poll', 'failed at the service', { ...id, ...saidFacts(state.said), polls: task.polls });
  }
}

function logTrouble(log: Log, { task: { id, trouble } }: TaskWithImages): void {
  if (trouble === null) log.info('poll', 'trouble over', { task: id });
  else log.warn('poll', 'trouble', { task: id, kind: trouble.kind, ...saidFacts(trouble.said), retryAt: trouble.retryAt === null ? undefined : new Date(trouble.retryAt).toISOString() });
}

function logImage(log: Log, { id, taskId, index, state }: Image): void {
  const facts = { task: taskId, image: id, index };
  switch (state.status) {
    case 'waiting':
      if (state.trouble !== null) log.warn('download', 'picture not here yet', { ...facts, attempts: state.attempts, trouble: state.trouble });
      return;
    case 'refused':
      return log.warn('download', 'picture refused', { ...facts, why: state.why, detail: state.detail });
    case 'expired':
      return log.warn('download', 'address expired', facts);
    case 'removed':
      return log.info('library', 'picture removed', facts);
    case 'kept':
      // Logged by `imageKept`, with its size.
      return;
  }
}

function saidFacts({ httpStatus, code }: ServiceSaid): LogFacts {
  return { http: httpStatus ?? undefined, code: code === null ? undefined : foreign(code) };
}

function foreign(text: string): string {
  return text.length > longestForeign ? `${text.slice(0, longestForeign)}…` : text;
}
