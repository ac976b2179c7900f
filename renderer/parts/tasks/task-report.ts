import { isFree } from '../../../shared/account.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Image, QueueReason, ServiceSaid, Task, TaskWithImages } from '../../../shared/task.ts';
import type { WordKey, WordValues } from '../../../shared/words/index.ts';

/** What can be done about a task, most useful first. */
export type TaskAction = 'ask' | 'stop' | 'withdraw' | 'release' | 'attach' | 'correct-id' | 'send-again' | 'try-again' | 'edit' | 'dismiss' | 'copy-id' | 'open-settings';

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
  /** `working`: the task continues by itself. `attention`: it waits for the person. */
  readonly tone: 'working' | 'attention' | 'bad' | 'done';
  readonly title: WordKey;
  /** What happened, what it means for the cost, and what to do; a sentence or two each. */
  readonly sentences: readonly [Message, ...Message[]];
  /** The sentence for a row, which has room for only one beside the title and the cost. Shown if the service gave no reason. */
  readonly brief: Message;
  /** The service's own words on it; null where it said nothing. */
  readonly said: ServiceSaid | null;
  /** Whether the service states the charge, in credits or in words. Our guess is then left out. */
  readonly chargeTold: boolean;
  readonly actions: readonly TaskAction[];
}

const say = (key: WordKey, values?: WordValues): Message => (values ? { key, values } : { key });

/** Tiles, the counts above them and menus ask for the same of thousands of tasks, of which few have changed since. */
const reports = new WeakMap<TaskWithImages, TaskReport>();

/** Describes the state of a task and what can be done (service-interface §3, §7). */
export function reportTask(entry: TaskWithImages): TaskReport {
  const known = reports.get(entry);
  if (known) return known;
  const report = newReport(entry);
  reports.set(entry, report);
  return report;
}

function newReport(entry: TaskWithImages): TaskReport {
  const { happened, why, stake, more = [], ...rest } = describe(entry);
  const money = moneyWords(entry.task, rest.said, stake);
  const chargeTold = entry.task.facts.credits !== null || speaksOfMoney(rest.said);
  return { ...rest, sentences: [happened, ...(money ? [money] : []), ...(why ? [why] : []), ...more], brief: why ?? happened, chargeTold };
}

/** What we would say of the money; null: there is nothing to say. */
type Stake = 'not-sent' | 'not-accepted' | 'maybe' | 'unknown' | null;

/** One sentence about the cost, the same everywhere. Null if the service mentions the charge itself: its full words are shown. */
function moneyWords({ accountId, facts }: Task, said: ServiceSaid | null, stake: Stake): Message | null {
  if (isFree(accountId)) return stake === null || stake === 'not-sent' ? null : say('tasks.money.free');
  if (facts.credits !== null) return say('tasks.money.credits', { credits: facts.credits });
  if (stake === null || speaksOfMoney(said)) return null;
  return say(`tasks.money.${stake}`);
}

/** Whether the service mentions the charge. A refusal for lack of credits is about the account, not about the cost of this task. */
function speaksOfMoney(said: ServiceSaid | null): boolean {
  if (said && meantStatus(said) === 402) return false;
  return /\b(?:credits?|(?:un|re)?charg(?:e|ed|es|ing)|refund(?:s|ed|able)?|bill(?:ed|ing)?|balance|paid|payments?|costs?)\b/i.test(said?.message ?? '');
}

interface Description extends Omit<TaskReport, 'brief' | 'chargeTold' | 'sentences'> {
  readonly happened: Message;
  /** The cause, if the first sentence does not name it. */
  readonly why?: Message;
  readonly stake: Stake;
  /** What else is worth knowing, and what to do. */
  readonly more?: readonly Message[];
}

function describe({ task, images }: TaskWithImages): Description {
  const { state } = task;
  switch (state.status) {
    case 'queued':
      return queued(state.waitingFor);
    case 'submitting':
      return { icon: 'sending', tone: 'working', title: 'tasks.submitting', happened: say('tasks.submitting-explained'), stake: null, said: null, actions: [] };
    case 'unknown':
      return {
        icon: 'unknown',
        tone: 'attention',
        title: 'tasks.unknown',
        happened: say('tasks.unknown-explained'),
        stake: 'unknown',
        why: say(`tasks.unknown.${state.reason}`),
        more: [...answered(state.said), say(isFree(task.accountId) ? 'tasks.unknown-help-free' : 'tasks.unknown-help')],
        said: spoken(state.said),
        actions: ['attach', 'send-again', 'dismiss'],
      };
    case 'rejected':
      return rejected(state.said);
    case 'withdrawn':
      return { icon: 'withdrawn', tone: 'done', title: 'tasks.withdrawn', happened: say('tasks.withdrawn-explained'), stake: 'not-sent', said: null, actions: ['try-again'] };
    case 'processing':
      return {
        icon: 'developing',
        tone: 'working',
        title: 'tasks.processing',
        happened: say(state.misses > 0 ? 'tasks.processing.misses' : 'tasks.processing-explained'),
        stake: null,
        more: [say(task.adopted ? 'tasks.sent-elsewhere' : 'tasks.paid-once')],
        said: spokenInTrouble(task),
        actions: ['stop', 'ask', 'copy-id'],
      };
    case 'paused':
      return state.by === 'user'
        ? {
            icon: 'paused',
            tone: 'attention',
            title: 'tasks.stopped',
            happened: say('tasks.stopped-explained'),
            stake: 'maybe',
            said: spokenInTrouble(task),
            actions: ['ask', 'copy-id'],
          }
        : {
            icon: 'paused',
            tone: 'working',
            title: 'tasks.paused',
            happened: say('tasks.paused-explained'),
            stake: null,
            more: [say(task.adopted ? 'tasks.sent-elsewhere' : 'tasks.paid-once')],
            said: spokenInTrouble(task),
            actions: ['ask', 'stop', 'copy-id'],
          };
    case 'missing':
      return {
        icon: 'missing',
        tone: 'attention',
        title: 'tasks.missing',
        happened: say('tasks.missing-explained'),
        stake: 'unknown',
        more: [say(task.adopted ? 'tasks.missing-help-added' : 'tasks.missing-help')],
        said: spoken(state.said),
        actions: [...(task.adopted ? (['correct-id'] as const) : []), 'ask', 'copy-id', 'dismiss'],
      };
    case 'completed':
      return completed(state.imageCount, images);
    case 'failed':
      return {
        icon: 'failed',
        tone: 'bad',
        title: 'tasks.failed',
        happened: say('tasks.failed-explained'),
        stake: 'maybe',
        said: spoken(state.said) ?? state.said,
        actions: ['try-again', 'edit', 'dismiss', 'copy-id'],
      };
    default:
      return assertNever(state);
  }
}

function queued(waitingFor: QueueReason): Description {
  const common = { tone: 'working', said: null, stake: 'not-sent' } as const;
  switch (waitingFor) {
    case 'turn':
      return { ...common, icon: 'queued', title: 'tasks.queued', happened: say('tasks.queued.turn'), actions: ['withdraw'] };
    case 'network':
    case 'unreachable':
    case 'connection-refused':
    case 'name-not-found':
    case 'proxy-unreachable':
      return {
        ...common,
        icon: 'no-network',
        title: `tasks.queued.${waitingFor}`,
        happened: say(`tasks.queued.${waitingFor}-explained`),
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
        happened: say(`tasks.queued.${waitingFor}-explained`),
        actions: waitingFor === 'certificate' ? ['withdraw'] : ['open-settings', 'withdraw'],
      };
    case 'key':
      return {
        ...common,
        icon: 'key',
        tone: 'attention',
        title: 'tasks.queued.key',
        happened: say('tasks.queued.key-explained'),
        actions: ['open-settings', 'withdraw'],
      };
    case 'disk':
      return {
        ...common,
        icon: 'queued',
        tone: 'attention',
        title: 'tasks.queued.disk',
        happened: say('tasks.queued.disk-explained'),
        actions: ['withdraw'],
      };
    case 'held':
      return {
        ...common,
        icon: 'queued',
        tone: 'attention',
        title: 'tasks.queued.held',
        happened: say('tasks.queued.held-explained'),
        actions: ['withdraw', 'release'],
      };
    default:
      return assertNever(waitingFor);
  }
}

function rejected(said: ServiceSaid): Description {
  const common = { icon: 'rejected', tone: 'bad', said: spoken(said) } as const;
  const because = (key: WordKey) => ({ happened: say(key), stake: 'not-accepted', more: answered(said) }) as const;
  switch (meantStatus(said)) {
    case 401:
      return { ...common, icon: 'key', title: 'tasks.rejected.key', ...because('tasks.rejected.key-explained'), actions: ['open-settings', 'try-again', 'dismiss'] };
    case 402:
      return { ...common, title: 'tasks.rejected.credits', ...because('tasks.rejected.credits-explained'), actions: ['try-again', 'dismiss'] };
    // A moderated prompt gets it as well as a key that may not use a model.
    case 403:
      return { ...common, title: 'tasks.rejected.forbidden', ...because('tasks.rejected.forbidden-explained'), actions: ['edit', 'open-settings', 'dismiss'] };
    case 429:
      return { ...common, title: 'tasks.rejected.rate', ...because('tasks.rejected.rate-explained'), actions: ['try-again', 'dismiss'] };
    case 400:
    case 413:
    case 422:
      return { ...common, title: 'tasks.rejected', ...because('tasks.rejected.request'), actions: ['edit', 'try-again', 'dismiss'] };
    default:
      return { ...common, title: 'tasks.rejected', ...because('tasks.rejected-explained'), actions: ['try-again', 'edit', 'dismiss'] };
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
      happened: say('tasks.empty-explained'),
      stake: 'maybe',
      said: null,
      actions: ['edit', 'try-again', 'dismiss', 'copy-id'],
    };
  }
  const kept = images.filter((image) => image.state.status === 'kept').length;
  if (images.length > 0 && kept === images.length) {
    return { icon: 'completed', tone: 'done', title: 'tasks.completed', happened: say('tasks.completed-explained', { count: kept }), stake: null, said: null, actions: ['copy-id'] };
  }
  const removed = images.filter((image) => image.state.status === 'removed').length;
  if (removed > 0 && kept + removed === images.length) {
    return { icon: 'completed', tone: 'done', title: 'tasks.removed', happened: say('tasks.removed-explained', { removed, count: images.length }), stake: null, said: null, actions: ['copy-id'] };
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
      happened: say('tasks.downloading-explained', { kept, count: Math.max(count, images.length) }),
      stake: null,
      more: trouble ? [say('tasks.downloading-trouble', { trouble })] : [],
      said: null,
      actions: trouble ? ['ask', 'copy-id'] : ['copy-id'],
    };
  }
  const common = { said: null, actions: ['ask', 'dismiss', 'copy-id'] } as const;
  return refused
    ? { ...common, icon: 'failed', tone: 'bad', title: 'tasks.refused', happened: say(`tasks.refused.${refused.why}`), stake: 'maybe' }
    : {
        ...common,
        icon: 'expired',
        tone: 'attention',
        title: 'tasks.expired',
        happened: say('tasks.expired-explained', { kept, count: images.length }),
        stake: 'maybe',
      };
}

/** Null when there is nothing in it to show. */
function spoken(said: ServiceSaid): ServiceSaid | null {
  return said.message === null && said.code === null && said.httpStatus === null ? null : said;
}

function spokenInTrouble(task: Task): ServiceSaid | null {
  return task.trouble && spoken(task.trouble.said);
}
