import { assertNever } from '../../../shared/result.ts';
import type { Image, QueueReason, ServiceSaid, Task, TaskWithImages } from '../../../shared/task.ts';
import type { WordKey, WordValues } from '../../../shared/words/index.ts';

/** What can be done about a task, most useful first. */
export type TaskAction = 'ask' | 'stop' | 'withdraw' | 'release' | 'attach' | 'send-again' | 'try-again' | 'edit' | 'dismiss' | 'copy-id' | 'open-settings';

export type TaskIconName =
  | 'queued'
  | 'no-network'
  | 'key'
  | 'sending'
  | 'developing'
  | 'paused'
  | 'unknown'
  | 'rejected'
  | 'failed'
  | 'missing'
  | 'empty'
  | 'downloading'
  | 'expired'
  | 'withdrawn'
  | 'completed';

export interface Message {
  readonly key: WordKey;
  readonly values?: WordValues;
}

/** A task in words: the same wherever it is shown. */
export interface TaskReport {
  readonly icon: TaskIconName;
  /** `working`: something goes on by itself. `attention`: it waits for the person. */
  readonly tone: 'working' | 'attention' | 'bad' | 'done';
  readonly title: WordKey;
  /** What happened, what it means for the money, what to do; each a sentence or two. */
  readonly sentences: readonly [Message, ...Message[]];
  /** The one sentence that a tile has room for, beside the service's own words. */
  readonly brief: Message;
  /** The service's own words on it; null where it said nothing. */
  readonly said: ServiceSaid | null;
  readonly actions: readonly TaskAction[];
}

const say = (key: WordKey, values?: WordValues): Message => (values ? { key, values } : { key });

/** Tiles, the counts above them and menus ask for the same of thousands of tasks, of which few have changed since. */
const reports = new WeakMap<TaskWithImages, TaskReport>();

/** Says what is the matter with a task and what can be done (service-interface §3, §7). */
export function reportTask(entry: TaskWithImages): TaskReport {
  const known = reports.get(entry);
  if (known) return known;
  const report = newReport(entry);
  reports.set(entry, report);
  return report;
}

function newReport(entry: TaskWithImages): TaskReport {
  const report = describe(entry);
  const { status } = entry.task.state;
  // What happened; where the service has said that itself, what it means for the money. These two begin with both.
  const [happened, money] = report.sentences;
  const whole = status === 'unknown' || status === 'rejected';
  return { ...report, brief: report.said?.message && money && !whole ? money : happened };
}

type Description = Omit<TaskReport, 'brief'>;

function describe({ task, images }: TaskWithImages): Description {
  const { state } = task;
  switch (state.status) {
    case 'queued':
      return queued(state.waitingFor);
    case 'submitting':
      return { icon: 'sending', tone: 'working', title: 'tasks.submitting', sentences: [say('tasks.submitting-explained')], said: null, actions: [] };
    case 'unknown':
      return {
        icon: 'unknown',
        tone: 'attention',
        title: 'tasks.unknown',
        sentences: [say('tasks.unknown-explained'), say(`tasks.unknown.${state.reason}`), ...answered(state.said), say('tasks.unknown-help')],
        said: spoken(state.said),
        actions: ['attach', 'send-again', 'dismiss'],
      };
    case 'rejected':
      return rejected(state.said);
    case 'withdrawn':
      return { icon: 'withdrawn', tone: 'done', title: 'tasks.withdrawn', sentences: [say('tasks.withdrawn-explained')], said: null, actions: ['try-again'] };
    case 'processing':
      return {
        icon: 'developing',
        tone: 'working',
        title: 'tasks.processing',
        sentences: [say(state.misses > 0 ? 'tasks.processing.misses' : 'tasks.processing-explained'), say('tasks.paid-once')],
        said: spokenInTrouble(task),
        actions: ['stop', 'ask', 'copy-id'],
      };
    case 'paused':
      return state.by === 'user'
        ? {
            icon: 'paused',
            tone: 'attention',
            title: 'tasks.stopped',
            sentences: [say('tasks.stopped-explained'), say('tasks.stopped-money')],
            said: spokenInTrouble(task),
            actions: ['ask', 'copy-id'],
          }
        : {
            icon: 'paused',
            tone: 'working',
            title: 'tasks.paused',
            sentences: [say('tasks.paused-explained'), say('tasks.paid-once')],
            said: spokenInTrouble(task),
            actions: ['ask', 'stop', 'copy-id'],
          };
    case 'missing':
      return {
        icon: 'missing',
        tone: 'attention',
        title: 'tasks.missing',
        sentences: [say('tasks.missing-explained'), say('tasks.missing-money')],
        said: spoken(state.said),
        actions: ['ask', 'copy-id', 'dismiss'],
      };
    case 'completed':
      return completed(state.imageCount, images);
    case 'failed':
      return {
        icon: 'failed',
        tone: 'bad',
        title: 'tasks.failed',
        sentences: [say('tasks.failed-explained'), say('tasks.may-be-charged')],
        said: spoken(state.said) ?? state.said,
        actions: ['try-again', 'edit', 'dismiss', 'copy-id'],
      };
    default:
      return assertNever(state);
  }
}

function queued(waitingFor: QueueReason): Description {
  const common = { tone: 'working', said: null } as const;
  switch (waitingFor) {
    case 'turn':
      return { ...common, icon: 'queued', title: 'tasks.queued', sentences: [say('tasks.queued.turn'), say('tasks.not-sent')], actions: ['withdraw'] };
    case 'network':
    case 'unreachable':
    case 'connection-refused':
    case 'name-not-found':
    case 'proxy-unreachable':
      return {
        ...common,
        icon: 'no-network',
        title: `tasks.queued.${waitingFor}`,
        sentences: [say(`tasks.queued.${waitingFor}-explained`), say('tasks.not-sent')],
        actions: waitingFor === 'network' || waitingFor === 'unreachable' ? ['withdraw'] : ['open-settings', 'withdraw'],
      };
    case 'proxy-password':
    case 'proxy-refused':
    case 'certificate':
      return {
        ...common,
        icon: 'no-network',
        tone: 'attention',
        title: `tasks.queued.${waitingFor}`,
        sentences: [say(`tasks.queued.${waitingFor}-explained`), say('tasks.not-sent')],
        actions: waitingFor === 'certificate' ? ['withdraw'] : ['open-settings', 'withdraw'],
      };
    case 'key':
      return {
        ...common,
        icon: 'key',
        tone: 'attention',
        title: 'tasks.queued.key',
        sentences: [say('tasks.queued.key-explained'), say('tasks.not-sent')],
        actions: ['open-settings', 'withdraw'],
      };
    case 'disk':
      return {
        ...common,
        icon: 'queued',
        tone: 'attention',
        title: 'tasks.queued.disk',
        sentences: [say('tasks.queued.disk-explained'), say('tasks.not-sent')],
        actions: ['withdraw'],
      };
    case 'held':
      return {
        ...common,
        icon: 'queued',
        tone: 'attention',
        title: 'tasks.queued.held',
        sentences: [say('tasks.queued.held-explained'), say('tasks.not-sent')],
        actions: ['withdraw', 'release'],
      };
    default:
      return assertNever(waitingFor);
  }
}

function rejected(said: ServiceSaid): Description {
  const common = { icon: 'rejected', tone: 'bad', said: spoken(said) } as const;
  const because = (key: WordKey): Description['sentences'] => [say(key), ...answered(said)];
  switch (meantStatus(said)) {
    case 401:
      return { ...common, icon: 'key', title: 'tasks.rejected.key', sentences: because('tasks.rejected.key-explained'), actions: ['open-settings', 'try-again', 'dismiss'] };
    case 402:
      return { ...common, title: 'tasks.rejected.credits', sentences: because('tasks.rejected.credits-explained'), actions: ['try-again', 'dismiss'] };
    // A moderated prompt gets it as well as a key that may not use a model.
    case 403:
      return { ...common, title: 'tasks.rejected.forbidden', sentences: because('tasks.rejected.forbidden-explained'), actions: ['edit', 'open-settings', 'dismiss'] };
    case 429:
      return { ...common, title: 'tasks.rejected.rate', sentences: because('tasks.rejected.rate-explained'), actions: ['try-again', 'dismiss'] };
    case 400:
    case 413:
    case 422:
      return { ...common, title: 'tasks.rejected', sentences: because('tasks.rejected.request'), actions: ['edit', 'try-again', 'dismiss'] };
    default:
      return { ...common, title: 'tasks.rejected', sentences: because('tasks.rejected-explained'), actions: ['try-again', 'edit', 'dismiss'] };
  }
}

/** The status that a refusal means: `{"code":402}` says it under HTTP 200, and some services in words (answers-in-the-wild). */
export function meantStatus({ httpStatus, code }: ServiceSaid): number | null {
  if (code !== null && /^insufficient[_ -]?(credits?|balance|funds)$/i.test(code)) return 402;
  const stated = code !== null && /^4\d\d$/.test(code) ? Number(code) : null;
  return httpStatus !== null && httpStatus >= 300 ? httpStatus : (stated ?? httpStatus);
}

/** The HTTP status in a sentence; an answer of 200 that was no acceptance is named for its error (service-interface §7.1). */
function answered({ httpStatus, code, message }: ServiceSaid): readonly Message[] {
  if (httpStatus === null) return [];
  const values = { status: String(httpStatus) };
  if (httpStatus !== 200) return [say('tasks.answered', values)];
  return code === null && message === null ? [] : [say('tasks.answered-ok', values)];
}

function completed(count: number, images: readonly Image[]): Description {
  if (count === 0) {
    return {
      icon: 'empty',
      tone: 'attention',
      title: 'tasks.empty',
      sentences: [say('tasks.empty-explained'), say('tasks.may-be-charged')],
      said: null,
      actions: ['edit', 'try-again', 'dismiss', 'copy-id'],
    };
  }
  const kept = images.filter((image) => image.state.status === 'kept').length;
  if (images.length > 0 && kept === images.length) {
    return { icon: 'completed', tone: 'done', title: 'tasks.completed', sentences: [say('tasks.completed-explained', { count: kept })], said: null, actions: ['copy-id'] };
  }
  const removed = images.filter((image) => image.state.status === 'removed').length;
  if (removed > 0 && kept + removed === images.length) {
    return { icon: 'completed', tone: 'done', title: 'tasks.removed', sentences: [say('tasks.removed-explained', { removed, count: images.length })], said: null, actions: ['copy-id'] };
  }
  const states = images.map((image) => image.state);
  const refused = states.find((state) => state.status === 'refused');
  const waiting = states.filter((state) => state.status === 'waiting');
  if (waiting.length > 0 || images.length === 0) {
    const trouble = waiting.find((state) => state.trouble !== null)?.trouble;
    return {
      icon: 'downloading',
      tone: 'working',
      title: 'tasks.downloading',
      sentences: [
        say('tasks.downloading-explained', { kept, count: Math.max(count, images.length) }),
        ...(trouble ? [say('tasks.downloading-trouble', { trouble })] : []),
      ],
      said: null,
      actions: trouble ? ['ask', 'copy-id'] : ['copy-id'],
    };
  }
  const common = { said: null, actions: ['ask', 'dismiss', 'copy-id'] } as const;
  return refused
    ? { ...common, icon: 'failed', tone: 'bad', title: 'tasks.refused', sentences: [say(`tasks.refused.${refused.why}`), say('tasks.may-be-charged')] }
    : {
        ...common,
        icon: 'expired',
        tone: 'attention',
        title: 'tasks.expired',
        sentences: [say('tasks.expired-explained', { kept, count: images.length }), say('tasks.may-be-charged')],
      };
}

/** Null when there is nothing in it to show. */
function spoken(said: ServiceSaid): ServiceSaid | null {
  return said.message === null && said.code === null && said.httpStatus === null ? null : said;
}

function spokenInTrouble(task: Task): ServiceSaid | null {
  return task.trouble && spoken(task.trouble.said);
}
