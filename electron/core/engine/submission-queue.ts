import { connectionTrouble, unlessOffline } from '../../../shared/connection-trouble.ts';
import { assertNever } from '../../../shared/result.ts';
import { saidNothing, type AccountId, type EpochMs, type QueueReason, type Task, type TaskId } from '../../../shared/task.ts';
import type { AccountKeys } from './account-keys.ts';
import { backoff, type Random } from '../util/backoff.ts';
import { settledWithin } from '../util/settled-within.ts';
import type { ServiceClient, Submission, SubmitOutcome } from '../service/outcomes.ts';
import type { Clock } from '../util/clock.ts';
import type { Credentials } from '../accounts/credentials.ts';
import { submissionKey } from './submission-key.ts';
import type { TaskLedger } from './task-ledger.ts';

/** Milliseconds that closing waits for everything but POSTs: turns in progress, and late ids of submissions that are already unknown. */
const lastMoment = 2_000;

export interface SubmissionQueueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: Pick<ServiceClient, 'submit'>;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch' | 'refuse'>;
  readonly settings: () => { readonly concurrentSubmissions: number };
  /** False only where this computer certainly has no network. */
  readonly isOnline: () => boolean;
}

type WaitReason = Exclude<QueueReason, 'turn' | 'held'>;

export interface SubmissionQueue {
  /** A queued task takes its place: behind those that came before it, also when it comes back unsent. */
  enqueue(task: Task): void;
  /** POSTs a task that is committed as `submitting`. Called once in a task's life for each time that it was. */
  post(task: Task): void;
  accountReady(accountId: AccountId): void;
  /** The network, or room on the disk, may be back. */
  wake(): void;
  /** Whether a POST is under way, or its outcome not on the disk yet. */
  isSubmitting(): boolean;
  /** Starts nothing more. Resolves when the outcome of every POST under way is on the disk. The client limits how long a POST takes. */
  close(): Promise<void>;
}

/**
 * What was sent together. Its first task goes ahead alone: as long as it has no outcome, or was refused, the others would only
 * collect the same refusal.
 */
interface Together {
  underWay: number;
  /** One of them has an outcome that is no refusal. */
  open: boolean;
}

interface Waiting {
  readonly id: TaskId;
  readonly place: number;
  readonly key: string;
}

interface Line {
  readonly accountId: AccountId;
  /** In the order of their first coming. */
  waiting: Waiting[];
  readonly together: Map<string, Together>;
  underWay: number;
  /** What all of the line waits for; `turn`: nothing but each other. */
  reason: 'turn' | WaitReason;
  /** When it is tried again by itself; null if no time is set. */
  retryAt: EpochMs | null;
  /** No turn is taken before something changes; else the first of the line tries whether it has. */
  stopped: boolean;
  failures: number;
  cancelTimer: (() => void) | null;
  /** How often the account's key became usable: one that comes while it is asked for is not missed. */
  keysCame: number;
}

/** One line per account; of each, a limited number of POSTs are under way at once. */
export function createSubmissionQueue({ clock, random, client, keys, ledger, settings, isOnline }: SubmissionQueueDeps): SubmissionQueue {
  const lines = new Map<AccountId, Line>();
  const places = new Map<TaskId, number>();
  /** POSTs whose outcome is not on the disk yet. */
  const posts = new Set<Promise<void>>();
  /** Everything else that closing waits for. */
  const busy = new Set<Promise<void>>();
  let lastPlace = 0;
  let closing = false;

  const lineOf = (accountId: AccountId): Line => {
    let line = lines.get(accountId);
    if (!line) {
      line = { accountId, waiting: [], together: new Map(), underWay: 0, reason: 'turn', retryAt: null, stopped: false, failures: 0, cancelTimer: null, keysCame: 0 };
      lines.set(accountId, line);
    }
    return line;
  };

  const tell = ({ reason, retryAt }: Line, id: TaskId): void => {
    // Told for showing only: a task that is gone, or a disk that refuses, changes nothing about the queue.
    ledger.dispatch(id, { kind: 'wait', waitingFor: reason, retryAt }).catch(() => undefined);
  };

  const setReason = (line: Line, reason: Line['reason'], retryAt: EpochMs | null): void => {
    if (line.reason === reason && line.retryAt === retryAt) return;
    line.reason = reason;
    line.retryAt = retryAt;
    for (const { id } of line.waiting) tell(line, id);
  };

  /** `key` waits for the account; the others are tried again with backoff. */
  const hold = (line: Line, reason: WaitReason): void => {
    // Several POSTs that fail together are one failure; and without a key the network does not matter.
    if (line.stopped && (line.reason === reason || line.reason === 'key')) return;
    line.stopped = true;
    line.cancelTimer?.();
    line.cancelTimer = null;
    if (reason === 'key' || closing) return setReason(line, reason, null);
    line.failures += 1;
    const wait = backoff(line.failures, random);
    setReason(line, reason, clock.now() + wait);
    line.cancelTimer = clock.after(wait, () => {
      line.cancelTimer = null;
      line.stopped = false;
      pump(line);
    });
  };

  const flowsAgain = (line: Line): void => {
    line.failures = 0;
    if (line.stopped || line.reason !== 'turn') resume(line);
  };

  const resume = (line: Line): void => {
    line.cancelTimer?.();
    line.cancelTimer = null;
    line.stopped = false;
    setReason(line, 'turn', null);
  };

  const pump = (line: Line): void => {
    // While it is not known whether the way is free again, one goes ahead.
    const limit = line.reason === 'turn' ? settings().concurrentSubmissions : 1;
    while (!closing && !line.stopped && line.underWay < limit) {
      const next = line.waiting.findIndex(({ key }) => mayGo(line, key));
      const [turn] = next === -1 ? [] : line.waiting.splice(next, 1);
      if (turn === undefined) return;
      const together = line.together.get(turn.key) ?? { underWay: 0, open: false };
      line.together.set(turn.key, together);
      line.underWay += 1;
      together.underWay += 1;
      track(busy, takeTurn(line, turn).catch(() => comeBack(line, turn, 'disk')));
    }
  };

  const mayGo = (line: Line, key: string): boolean => {
    const together = line.together.get(key);
    return together === undefined || together.open || together.underWay === 0;
  };

  /** Gives the turn back. */
  const turnEnds = (line: Line, key: string): void => {
    line.underWay -= 1;
    const together = line.together.get(key);
    if (together === undefined) return;
    together.underWay -= 1;
    if (together.underWay === 0 && !line.waiting.some((other) => other.key === key)) line.together.delete(key);
  };

  const track = (works: Set<Promise<void>>, work: Promise<void>): void => {
    works.add(work);
    const done = (): boolean => works.delete(work);
    work.then(done, done);
  };

  const takeTurn = async (line: Line, turn: Waiting): Promise<void> => {
    const { keysCame } = line;
    const credentials = await keys.usable(line.accountId).catch(() => 'unreachable' as const);
    if (credentials === 'unreachable') return comeBack(line, turn, 'unreachable');
    if (credentials === null) return keysCame === line.keysCame ? comeBack(line, turn, 'key') : takeTurn(line, turn);
    const { applies } = await ledger.dispatch(turn.id, { kind: 'turn-came' });
    // Committed: `post` has been called and gives the turn back. Otherwise it was withdrawn or is held.
    if (!applies) leave(line, turn.id, turn.key);
  };

  const leave = (line: Line, id: TaskId, key: string): void => {
    places.delete(id);
    turnEnds(line, key);
    pump(line);
  };

  const comeBack = (line: Line, { id, key }: Waiting, reason: WaitReason): void => {
    stand(line, id, key);
    turnEnds(line, key);
    hold(line, reason);
    tell(line, id);
  };

  const stand = (line: Line, id: TaskId, key: string): void => {
    if (line.waiting.some((other) => other.id === id)) return;
    const place = places.get(id) ?? ++lastPlace;
    places.set(id, place);
    const behind = line.waiting.findIndex((other) => other.place > place);
    line.waiting.splice(behind === -1 ? line.waiting.length : behind, 0, { id, place, key });
  };

  const send = async (line: Line, task: Task): Promise<void> => {
    const { keysCame } = line;
    // At the end at once, while the ledger still waits for the turn of this task: it must not stay written down as being sent.
    const credentials = closing ? null : await keys.usable(line.accountId).catch(() => null);
    if (credentials === null || closing) {
      // It goes back to its place, and the turn with it.
      turnEnds(line, submissionKey(task));
      if (!closing && keysCame === line.keysCame) hold(line, 'key');
      await ledger.dispatch(task.id, { kind: 'not-sent', waitingFor: closing ? 'turn' : 'key', retryAt: null });
      return;
    }
    const submission = submitOnce(client, credentials, task);
    const outcome = await submission.outcome;
    if (outcome.kind === 'unknown') track(busy, takeLateId(task.id, submission).catch(() => undefined));
    await takeOutcome(line, task, outcome, credentials);
  };

  const takeOutcome = async (line: Line, task: Task, outcome: SubmitOutcome, credentials: Credentials): Promise<void> => {
    const { id } = task;
    const key = submissionKey(task);
    const together = line.together.get(key);
    switch (outcome.kind) {
      case 'not-sent': {
        const waitingFor = unlessOffline(connectionTrouble(outcome.code), isOnline);
        turnEnds(line, key);
        hold(line, waitingFor);
        await ledger.dispatch(id, { kind: 'not-sent', waitingFor, retryAt: line.retryAt });
        return;
      }
      case 'accepted':
        await ledger.dispatch(id, outcome);
        if (together) together.open = true;
        break;
      case 'rejected':
        if (together) together.open = false;
        // Without a key, all tasks of the account wait, and continue when there is one.
        await (outcome.keyRefused ? ledger.dispatch(id, outcome) : ledger.refuse(id, outcome));
        if (outcome.keyRefused) await keys.refuse(line.accountId, credentials.key);
        break;
      case 'unknown':
        await ledger.dispatch(id, { ...outcome, kind: 'outcome-unknown' });
        if (together) together.open = true;
        break;
      default:
        assertNever(outcome);
    }
    flowsAgain(line);
    leave(line, id, key);
  };

  const takeLateId = async (id: TaskId, submission: Submission): Promise<void> => {
    const late = await submission.late;
    if (late !== null) await ledger.dispatch(id, late);
  };

  return {
    enqueue(task) {
      const line = lineOf(task.accountId);
      stand(line, task.id, submissionKey(task));
      if (line.reason !== 'turn') tell(line, task.id);
      pump(line);
    },
    post(task) {
      track(posts, send(lineOf(task.accountId), task).catch(() => undefined));
    },
    accountReady(accountId) {
      const line = lineOf(accountId);
      line.keysCame += 1;
      if (line.reason !== 'key') return;
      resume(line);
      pump(line);
    },
    wake() {
      for (const line of lines.values()) {
        if (line.reason === 'turn' || line.reason === 'key') continue;
        line.cancelTimer?.();
        line.cancelTimer = null;
        line.stopped = false;
        line.failures = 0;
        pump(line);
      }
    },
    isSubmitting: () => posts.size > 0,
    async close() {
      closing = true;
      for (const line of lines.values()) line.cancelTimer?.();
      await settledWithin(clock, lastMoment, allDone(busy));
      await allDone(posts);
    },
  };
}

/** Waits until the set is empty, because one promise may add another. */
async function allDone(works: ReadonlySet<Promise<void>>): Promise<void> {
  while (works.size > 0) await Promise.all(works);
}

/** A client that breaks its word and throws may have sent: then the outcome is unknown, and nothing is sent again. */
function submitOnce(client: Pick<ServiceClient, 'submit'>, credentials: Credentials, task: Task): Submission {
  const lost: SubmitOutcome = { kind: 'unknown', reason: 'connection-lost', said: saidNothing, answer: null };
  try {
    const { outcome, late } = client.submit(credentials, task.request);
    return { outcome: outcome.catch(() => lost), late: late.catch(() => null) };
  } catch {
    return { outcome: Promise.resolve(lost), late: Promise.resolve(null) };
  }
}
