import { Aperture, Ban, CircleCheck, CirclePause, CircleSlash, Clock, CloudOff, Download, FileQuestionMark, ImageOff, KeyRound, SearchX, Send, TriangleAlert, Undo2, Wallet, type LucideIcon } from 'lucide-react';
import { isFree, type ConsoleName } from '../../../shared/account.ts';
import { isOfAssistant } from '../../../shared/assistants.ts';
import { daysInTrash } from '../../../shared/library/marks.ts';
import { assertNever } from '../../../shared/result.ts';
import { canBeSettled, isIdCorrectable, isNotCharged, isToBeRepeated, type Image, type PollTrouble, type QueueReason, type ServiceSaid, type Task, type TaskWithImages } from '../../../shared/task.ts';
import type { WordKey, WordValues } from '../../../shared/words/index.ts';
import { saysWhetherCharged } from './charge-words.ts';
import { isKeptOut, refusalWords, troubleWords, type Message } from './picture-words.ts';

/** What can be done about a task, most useful first. */
export type TaskAction = 'ask' | 'stop' | 'withdraw' | 'release' | 'attach' | 'correct-id' | 'detach' | 'send-again' | 'try-again' | 'edit' | 'dismiss' | 'copy-id' | 'open-settings' | 'settle' | 'change-budget' | 'enter-price' | 'resume-sending';

/** `working`: the task continues by itself. `attention`: it waits for the person. */
type Urgency = 'working' | 'attention' | 'bad' | 'done';

/**
 * What a task may have cost: `settled` if the person noted that it was not charged, `settled-amount` if they noted what it cost, `unknown` if nobody knows
 * whether the service accepted it or what became of it.
 */
type Charge = 'nothing' | 'not-accepted' | 'settled' | 'settled-amount' | 'maybe' | 'unknown';

/** A task in words: the same wherever it is shown. */
export interface TaskReport {
  readonly icon: LucideIcon;
  readonly urgency: Urgency;
  readonly title: WordKey;
  /** What happened, what it means for the cost, and what to do; a sentence or two each. */
  readonly sentences: readonly [Message, ...Message[]];
  /** The sentence for a row, which has room for only one beside the title and the cost. Shown if the service gave no reason. */
  readonly brief: Message;
  /** The service's own words, of a task on hold those about the task that it refused; null if there are none. */
  readonly said: ServiceSaid | null;
  /** Null while the task is in progress, and when all its pictures are here, unless the person noted the cost. */
  readonly charge: Charge | null;
  /** Whether the service states the charge, in credits or in words. Our guess is then left out. */
  readonly chargeStated: boolean;
  /** The console that the words refer to. Null if neither the key nor a charge is in question. */
  readonly console: ConsoleName | null;
  readonly actions: readonly TaskAction[];
}

interface Description extends Pick<TaskReport, 'icon' | 'urgency' | 'title' | 'actions'> {
  readonly happened: Message;
  /** The cause, if the first sentence does not name it. */
  readonly why?: Message;
  readonly charge?: Charge;
  readonly said?: ServiceSaid | undefined;
  /** What else is worth knowing, and what to do. */
  readonly more?: readonly Message[];
}

const say = (key: WordKey, values?: WordValues): Message => (values ? { key, values } : { key });

/** Lists, counts and menus ask for the reports of thousands of tasks, of which few have changed. */
const reports = new WeakMap<TaskWithImages, TaskReport>();

/** Describes the state of a task and what can be done (service-interface §3, §7). */
export function reportTask(entry: TaskWithImages): TaskReport {
  const known = reports.get(entry);
  if (known) return known;
  const report = ofWaiting(entry.task, () => newReport(entry));
  reports.set(entry, report);
  return report;
}

/** Thousands of tasks may wait for the same thing. They share a report. */
const waitingReports = new Map<string, TaskReport>();

function ofWaiting({ id, accountId, facts, state, trouble }: Task, create: () => TaskReport): TaskReport {
  if (state.status !== 'queued' || state.otherSaid !== undefined || facts.credits !== null || trouble !== null) return create();
  const key = `${state.waitingFor} ${isFree(accountId)} ${isOfAssistant(id)}`;
  const report = waitingReports.get(key) ?? create();
  waitingReports.set(key, report);
  return report;
}

function newReport(entry: TaskWithImages): TaskReport {
  const { happened, why, charge: guess = null, more = [], said: answer, actions, ...rest } = describe(entry);
  const charge = settledCharge(entry.task) ?? guess;
  const said = answer === undefined || (answer.message === null && answer.code === null && answer.httpStatus === null) ? null : answer;
  // What the service says of another task says nothing about the charge of one that was not sent.
  const statesCharge = charge !== 'nothing' && saysCharge(said);
  const money = moneyWords(entry.task, statesCharge, charge);
  return {
    ...rest,
    said,
    charge,
    sentences: [happened, ...(money ? [money] : []), ...(why ? [why] : []), ...more],
    brief: why ?? happened,
    actions: withCorrections(entry, actions, rest.urgency),
    chargeStated: settledCharge(entry.task) === null && (entry.task.facts.credits !== null || statesCharge),
    console: consoleFor(entry.task, charge),
  };
}

/** What the person noted. Null: nothing, or the task is free. */
function settledCharge(task: Task): Charge | null {
  if (task.settled === null || isFree(task.accountId)) return null;
  return isNotCharged(task) ? 'settled' : 'settled-amount';
}

/** Adds what a person can correct: an id that they entered, and, once nothing more happens by itself, what the task cost. */
function withCorrections({ task, images }: TaskWithImages, actions: readonly TaskAction[], urgency: Urgency): readonly TaskAction[] {
  const id: readonly TaskAction[] = isIdCorrectable(task, images.length > 0) ? ['correct-id', ...(task.byHand === null ? [] : (['detach'] as const))] : [];
  const cost: readonly TaskAction[] = urgency !== 'working' && canBeSettled(task) && !isFree(task.accountId) ? ['settle'] : [];
  const last = actions.findIndex((action) => action === 'dismiss' || action === 'copy-id');
  const added = actions.toSpliced(last === -1 ? actions.length : last, 0, ...(task.state.status === 'missing' ? [] : id), ...cost);
  // An id that the service does not find is probably wrong.
  return task.state.status === 'missing' ? [...id, ...added] : added;
}

/** One sentence about the cost, the same everywhere. Null if the service states the charge itself: its full words are shown. */
function moneyWords({ accountId, facts, settled }: Task, statesCharge: boolean, charge: Charge | null): Message | null {
  if (isFree(accountId)) return charge === null || charge === 'nothing' ? null : say('tasks.money.free');
  if (settled !== null && (charge === 'settled' || charge === 'settled-amount')) return say(`tasks.money.${charge}`, { amount: settled });
  if (facts.credits !== null) return say('tasks.money.credits', { credits: Number(facts.credits) });
  return charge === null || statesCharge ? null : say(`tasks.money.${charge}`);
}

/** Whether the service says of this task that it was charged or not. A refusal for lack of credits is about the account. */
function saysCharge(said: ServiceSaid | null): boolean {
  return said?.message != null && meantStatus(said) !== 402 && saysWhetherCharged(said.message);
}

function consoleFor({ state, trouble }: Task, charge: Charge | null): ConsoleName | null {
  if (charge === 'maybe' || charge === 'unknown') return 'billing';
  if (state.status === 'rejected') {
    const status = meantStatus(state.said);
    if (status === 402) return 'billing';
    return status === 401 || status === 403 ? 'key' : null;
  }
  return trouble?.kind === 'key-refused' || (state.status === 'queued' && state.waitingFor === 'key') ? 'key' : null;
}

/** A key with a second one that explains it. */
type TitleOf<Key> = Key extends `${infer Title}-explained` ? Extract<WordKey, Title> : never;

const about = (title: TitleOf<WordKey>) => ({ title, happened: say(`${title}-explained`) });

function describe({ task, images }: TaskWithImages): Description {
  const { state } = task;
  const working = { urgency: 'working', said: task.trouble?.said, more: [say(task.adopted ? 'tasks.sent-elsewhere' : task.repeated > 0 ? 'tasks.paid-once-repeated' : 'tasks.paid-once')] } as const;
  switch (state.status) {
    case 'queued':
      // An assistant's task that was put on hold because the service refused another one says so.
      if (state.waitingFor === 'held' && state.otherSaid === undefined && isOfAssistant(task.id)) return { ...about('tasks.queued.held-assistant'), ...queued.held, charge: 'nothing' };
      return { ...about(`tasks.queued.${state.waitingFor}`), ...queued[state.waitingFor], charge: 'nothing', said: state.otherSaid };
    case 'submitting':
      return { ...about('tasks.submitting'), ...(task.repeated > 0 && { happened: say('tasks.submitting-again') }), icon: Send, urgency: 'working', actions: [] };
    case 'unknown':
      return {
        ...about('tasks.unknown'),
        ...(isToBeRepeated(task) && { happened: say('tasks.unknown-repeats') }),
        icon: FileQuestionMark,
        urgency: 'attention',
        charge: 'unknown',
        why: say(`tasks.unknown.${state.reason}`),
        ...(isFree(task.accountId)
          ? // It has no console that would show the ID.
            { more: [...answered(state.said), ...repeatedWords(task), say('tasks.unknown-help-free')], actions: ['send-again', 'dismiss'] }
          : { more: [...answered(state.said), ...repeatedWords(task), ...(task.settled === null ? [say('tasks.unknown-help')] : [])], actions: ['attach', 'send-again', 'dismiss'] }),
        said: state.said,
      };
    case 'rejected':
      return { icon: Ban, urgency: 'bad', ...rejected(meantStatus(state.said)), charge: 'not-accepted', more: answered(state.said), said: state.said };
    case 'withdrawn':
      return { ...about('tasks.withdrawn'), icon: Undo2, urgency: 'done', charge: 'nothing', actions: ['try-again'] };
    case 'processing': {
      const happened = troubleExplained(task.trouble) ?? say(state.misses > 0 ? 'tasks.processing.misses' : 'tasks.processing-explained');
      return { ...working, title: 'tasks.processing', happened, icon: Aperture, actions: ['stop', 'ask', 'copy-id'] };
    }
    case 'paused':
      if (state.by === 'watch-limit') return { ...about('tasks.paused'), happened: troubleExplained(task.trouble) ?? say('tasks.paused-explained'), ...working, icon: CirclePause, actions: ['ask', 'stop', 'copy-id'] };
      return { ...about('tasks.stopped'), icon: CirclePause, urgency: 'attention', charge: 'maybe', said: task.trouble?.said, actions: ['ask', 'copy-id'] };
    case 'missing':
      return {
        ...about('tasks.missing'),
        icon: SearchX,
        urgency: 'attention',
        charge: 'unknown',
        more: [say(isIdCorrectable(task, images.length > 0) ? 'tasks.missing-help-added' : 'tasks.missing-help')],
        said: state.said,
        actions: ['ask', 'copy-id', 'dismiss'],
      };
    case 'completed':
      return completed(state.imageCount, images, state.remoteId !== '');
    case 'failed':
      // It may have been charged, and its picture may exist after all. Asking costs nothing.
      return { ...about('tasks.failed'), icon: TriangleAlert, urgency: 'bad', charge: 'maybe', said: state.said, actions: ['try-again', 'edit', 'ask', 'dismiss', 'copy-id'] };
    default:
      return assertNever(state);
  }
}

const repeatedWords = ({ repeated }: Task): readonly Message[] => (repeated > 0 ? [say('tasks.unknown-repeated', { count: repeated })] : []);

/** What happens to a task with this trouble. Null if that is the usual. */
function troubleExplained(trouble: PollTrouble | null): Message | null {
  switch (trouble?.kind) {
    case 'intercepted':
    case 'forbidden':
    case 'reported':
      return say(`tasks.trouble.${trouble.kind}-explained`);
    default:
      return null;
  }
}

const noConnection = { icon: CloudOff, urgency: 'working' } as const;
const blocked = { icon: CloudOff, urgency: 'attention' } as const;

const queued: Readonly<Record<QueueReason, Pick<Description, 'icon' | 'urgency' | 'actions'>>> = {
  turn: { icon: Clock, urgency: 'working', actions: ['withdraw'] },
  network: { ...noConnection, actions: ['withdraw'] },
  unreachable: { ...noConnection, actions: ['withdraw'] },
  'connection-refused': { ...noConnection, actions: ['open-settings', 'withdraw'] },
  'name-not-found': { ...noConnection, actions: ['open-settings', 'withdraw'] },
  'proxy-unreachable': { ...noConnection, actions: ['open-settings', 'withdraw'] },
  'proxy-password': { ...blocked, actions: ['open-settings', 'withdraw'] },
  'proxy-refused': { ...blocked, actions: ['open-settings', 'withdraw'] },
  certificate: { ...blocked, actions: ['withdraw'] },
  busy: { icon: Clock, urgency: 'working', actions: ['withdraw'] },
  key: { icon: KeyRound, urgency: 'attention', actions: ['open-settings', 'withdraw'] },
  disk: { icon: Clock, urgency: 'attention', actions: ['withdraw'] },
  budget: { icon: Wallet, urgency: 'attention', actions: ['change-budget', 'withdraw'] },
  price: { icon: Wallet, urgency: 'attention', actions: ['enter-price', 'change-budget', 'withdraw'] },
  references: { icon: ImageOff, urgency: 'attention', actions: ['open-settings', 'withdraw'] },
  stopped: { icon: Clock, urgency: 'working', actions: ['withdraw'] },
  unclear: { icon: FileQuestionMark, urgency: 'attention', actions: ['resume-sending', 'withdraw'] },
  'batch-held': { icon: Clock, urgency: 'working', actions: ['withdraw'] },
  held: { icon: Clock, urgency: 'attention', actions: ['withdraw', 'release'] },
};

/** Whether a task that waits for this needs the person. */
export const needsPerson = (reason: QueueReason): boolean => queued[reason].urgency === 'attention';

function rejected(status: number | null): Pick<Description, 'title' | 'happened' | 'actions'> & { readonly icon?: LucideIcon } {
  switch (status) {
    case 401:
      return { ...about('tasks.rejected.key'), icon: KeyRound, actions: ['open-settings', 'try-again', 'dismiss'] };
    case 402:
      return { ...about('tasks.rejected.credits'), actions: ['try-again', 'dismiss'] };
    // Services answer it to a moderated prompt as well as to a key that may not use a model.
    case 403:
      return { ...about('tasks.rejected.forbidden'), actions: ['edit', 'open-settings', 'dismiss'] };
    case 429:
      return { ...about('tasks.rejected.rate'), actions: ['try-again', 'dismiss'] };
    case 400:
    case 413:
    case 422:
      return { title: 'tasks.rejected', happened: say('tasks.rejected.request'), actions: ['edit', 'try-again', 'dismiss'] };
    default:
      return { ...about('tasks.rejected'), actions: ['try-again', 'edit', 'dismiss'] };
  }
}

/** The status that a refusal means: `{"code":402}` says it under HTTP 200, and some services in words (answers-in-the-wild). */
function meantStatus({ httpStatus, code }: ServiceSaid): number | null {
  if (code !== null && /^insufficient[_ -]?(credits?|balance|funds)$/i.test(code)) return 402;
  const stated = code !== null && /^4\d\d$/.test(code) ? Number(code) : null;
  return httpStatus !== null && httpStatus >= 300 ? httpStatus : (stated ?? httpStatus);
}

/** The HTTP status in a sentence. An answer of 200 that was no acceptance is named for its error (service-interface §7.1). */
function answered({ httpStatus, code, message }: ServiceSaid): readonly Message[] {
  if (httpStatus === null) return [];
  const values = { status: String(httpStatus) };
  if (httpStatus !== 200) return [say('tasks.answered', values)];
  return code === null && message === null ? [] : [say('tasks.answered-ok', values)];
}

function completed(count: number, images: readonly Image[], hasId: boolean): Description {
  if (count === 0) return { ...about('tasks.empty'), icon: ImageOff, urgency: 'attention', charge: 'maybe', actions: ['ask', 'edit', 'try-again', 'dismiss', 'copy-id'] };
  const states = images.map((image) => image.state);
  const kept = states.filter(({ status }) => status === 'kept').length;
  const removed = states.filter(({ status }) => status === 'removed').length;
  if (images.length > 0 && kept + removed === images.length) {
    const happened = removed > 0 ? say('tasks.removed-explained', { removed, count: images.length, days: daysInTrash }) : say('tasks.completed-explained', { count: kept });
    return { icon: CircleCheck, urgency: 'done', title: removed > 0 ? 'tasks.removed' : 'tasks.completed', happened, actions: ['copy-id'] };
  }
  const waiting = states.filter((state) => state.status === 'waiting');
  if (waiting.length > 0 || images.length === 0) {
    const trouble = waiting.find((state) => state.trouble !== null)?.trouble;
    if (trouble && isKeptOut(trouble)) return { icon: TriangleAlert, urgency: 'attention', title: 'tasks.download.refused', happened: troubleWords(trouble), charge: 'maybe', actions: ['ask', 'copy-id'] };
    return {
      icon: Download,
      urgency: 'working',
      title: 'tasks.downloading',
      happened: say('tasks.downloading-explained', { kept, count: Math.max(count, images.length) }),
      more: trouble ? [troubleWords(trouble)] : [],
      actions: trouble ? ['ask', 'copy-id'] : ['copy-id'],
    };
  }
  const common = { charge: 'maybe', actions: ['ask', 'dismiss', 'copy-id'] } as const;
  const refused = states.find((state) => state.status === 'refused');
  if (refused) return { ...common, icon: TriangleAlert, urgency: 'bad', title: 'tasks.refused', happened: refusalWords(refused) };
  // Without an ID, the service cannot be asked for other addresses.
  const happened = say(hasId ? 'tasks.expired-explained' : 'tasks.expired-no-id', { kept, count: images.length });
  return { ...common, icon: CircleSlash, urgency: 'attention', title: 'tasks.expired', happened };
}
