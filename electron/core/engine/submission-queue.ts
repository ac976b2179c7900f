import { assertNever } from '../../../shared/result.ts';
import { saidNothing, type AccountId, type QueueReason, type Task, type TaskId } from '../../../shared/task.ts';
import type { AccountKeys } from './account-keys.ts';
import { backoff } from './backoff.ts';
import { connectionTrouble } from './connection-trouble.ts';
import { atMost } from '../at-most.ts';
import type { ServiceClient, Submission, SubmitOutcome } from '../outcomes.ts';
import type { Clock, Credentials, Random } from '../ports.ts';
import type { TaskLedger } from './task-ledger.ts';

/** Milliseconds that closing waits for the ids of POSTs under way. */
const lastMoment = 2_000;

export interface SubmissionQueueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: Pick<ServiceClient, 'submit'>;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch'>;
  readonly settings: () => { readonly concurrentSubmissions: number };
}

export interface SubmissionQueue {
  /** A queued task takes its place: behind those that came before it, also when it comes back unsent. */
  enqueue(task: Task): void;
  /** POSTs a task that is committed as `submitting`. Called once in a task's life for each time that it was. */
  post(task: Task): void;
  accountReady(accountId: AccountId): void;
  /** The network, or room on the disk, may be back. */
  wake(): void;
  /** Takes no further turn; resolves when every POST under way has its outcome, or the moment is over. */
  close(): Promise<void>;
}

interface Line {
  readonly accountId: AccountId;
  /** In the order of their first coming. */
  waiting: { readonly id: TaskId; readonly place: number }[];
  underWay: number;
  /** What all of the line waits for; `turn`: nothing but each other. */
  reason: QueueReason;
  /** No turn is taken before something changes; else the first of the line tries whether it has. */
  stopped: boolean;
  failures: number;
  cancelTimer: (() => void) | null;
  /** How often the account's key became usable: one that comes while it is asked for is not missed. */
  keysCame: number;
}

/** One line per account; of each, a limited number of POSTs are under way at once. */
export function createSubmissionQueue({ clock, random, client, keys, ledger, settings }: SubmissionQueueDeps): SubmissionQueue {
  const lines = new Map<AccountId, Line>();
  const places = new Map<TaskId, number>();
  const busy = new Set<Promise<void>>();
  let lastPlace = 0;
  let closing = false;

  const lineOf = (accountId: AccountId): Line => {
    let line = lines.get(accountId);
    if (!line) {
      line = { accountId, waiting: [], underWay: 0, reason: 'turn', stopped: false, failures: 0, cancelTimer: null, keysCame: 0 };
      lines.set(accountId, line);
    }
    return line;
  };

  const tell = (id: TaskId, waitingFor: QueueReason): void => {
    // Told for showing only: a task that is gone, or a disk that refuses, changes nothing about the queue.
    ledger.dispatch(id, { kind: 'wait', waitingFor }).catch(() => undefined);
  };

  const setReason = (line: Line, reason: QueueReason): void => {
    if (line.reason === reason) return;
    line.reason = reason;
    for (const { id } of line.waiting) tell(id, reason);
  };

  /** `key` waits for the account; the others are tried again with backoff. */
  const hold = (line: Line, reason: Exclude<QueueReason, 'turn'>): void => {
    // Several POSTs that fail together are one failure; and without a key the network does not matter.
    if (line.stopped && (line.reason === reason || line.reason === 'key')) return;
    line.stopped = true;
    line.cancelTimer?.();
    line.cancelTimer = null;
    setReason(line, reason);
    if (reason === 'key' || closing) return;
    line.failures += 1;
    line.cancelTimer = clock.after(backoff(line.failures, random), () => {
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
    setReason(line, 'turn');
  };

  const pump = (line: Line): void => {
    // While it is not known whether the way is free again, one goes ahead.
    const limit = line.reason === 'turn' ? settings().concurrentSubmissions : 1;
    while (!closing && !line.stopped && line.underWay < limit) {
      const next = line.waiting.shift();
      if (!next) return;
      line.underWay += 1;
      track(takeTurn(line, next.id).catch(() => comeBack(line, next.id, 'disk')));
    }
  };

  /** Closing waits for what is tracked. */
  const track = (work: Promise<void>): void => {
    busy.add(work);
    const done = (): boolean => busy.delete(work);
    work.then(done, done);
  };

  const takeTurn = async (line: Line, id: TaskId): Promise<void> => {
    const { keysCame } = line;
    const credentials = await keys.usable(line.accountId).catch(() => 'unreachable' as const);
    if (credentials === 'unreachable') return comeBack(line, id, 'network');
    if (credentials === null) return keysCame === line.keysCame ? comeBack(line, id, 'key') : takeTurn(line, id);
    const { applies } = await ledger.dispatch(id, { kind: 'turn-came' });
    // Committed: `post` has been called and gives the turn back. Otherwise it was withdrawn.
    if (!applies) leave(line, id);
  };

  const leave = (line: Line, id: TaskId): void => {
    places.delete(id);
    line.underWay -= 1;
    pump(line);
  };

  const comeBack = (line: Line, id: TaskId, reason: Exclude<QueueReason, 'turn'>): void => {
    line.underWay -= 1;
    stand(line, id);
    tell(id, reason);
    hold(line, reason);
  };

  const stand = (line: Line, id: TaskId): void => {
    const place = places.get(id) ?? ++lastPlace;
    places.set(id, place);
    const behind = line.waiting.findIndex((other) => other.place > place);
    line.waiting.splice(behind === -1 ? line.waiting.length : behind, 0, { id, place });
  };

  const send = async (line: Line, task: Task): Promise<void> => {
    const { keysCame } = line;
    const credentials = await keys.usable(line.accountId).catch(() => null);
    if (credentials === null || closing) {
      // It goes back to its place, and the turn with it.
      line.underWay -= 1;
      if (!closing && keysCame === line.keysCame) hold(line, 'key');
      await ledger.dispatch(task.id, { kind: 'not-sent', waitingFor: closing ? 'turn' : 'key' });
      return;
    }
    const submission = submitOnce(client, credentials, task);
    const outcome = await submission.outcome;
    await takeOutcome(line, task.id, outcome, credentials);
    if (outcome.kind === 'unknown') await takeLateId(task.id, submission);
  };

  const takeOutcome = async (line: Line, id: TaskId, outcome: SubmitOutcome, credentials: Credentials): Promise<void> => {
    switch (outcome.kind) {
      case 'not-sent':
        line.underWay -= 1;
        hold(line, connectionTrouble(outcome.code));
        await ledger.dispatch(id, { kind: 'not-sent', waitingFor: connectionTrouble(outcome.code) });
        return;
      case 'accepted':
        await ledger.dispatch(id, outcome);
        break;
      case 'rejected':
        await ledger.dispatch(id, outcome);
        if (outcome.keyRefused) await keys.refuse(line.accountId, credentials.key);
        break;
      case 'unknown':
        await ledger.dispatch(id, { ...outcome, kind: 'outcome-unknown' });
        break;
      default:
        assertNever(outcome);
    }
    flowsAgain(line);
    leave(line, id);
  };

  const takeLateId = async (id: TaskId, submission: Submission): Promise<void> => {
    const late = await submission.late;
    if (late !== null) await ledger.dispatch(id, late);
  };

  return {
    enqueue(task) {
      const line = lineOf(task.accountId);
      stand(line, task.id);
      if (line.reason !== 'turn') tell(task.id, line.reason);
      pump(line);
    },
    post(task) {
      track(send(lineOf(task.accountId), task).catch(() => undefined));
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
    async close() {
      closing = true;
      for (const line of lines.values()) line.cancelTimer?.();
      await atMost(clock, lastMoment, allDone(busy));
    },
  };
}

/** A turn that is taken may become a POST, so what is under way is looked at again until nothing is left. */
async function allDone(busy: ReadonlySet<Promise<void>>): Promise<void> {
  while (busy.size > 0) await Promise.all(busy);
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
