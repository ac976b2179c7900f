import { randomUUID } from 'node:crypto';
import { unlessOffline } from '../../../../shared/network/connection-trouble.ts';
import { remoteIdOf, type AccountId, type Task, type TaskId } from '../../../../shared/task.ts';
import type { AccountKeys } from '../account-keys.ts';
import { backoff, type Random } from '../../util/backoff.ts';
import type { Credentials, QueryOutcome, ServiceClient } from '../../service/outcomes.ts';
import { createPollSchedule } from './poll-schedule.ts';
import type { Clock } from '../../util/clock.ts';
import type { TaskLedger } from '../ledger/task-ledger.ts';

/** Milliseconds between queries of a task that passed the watch limit, varied at random by a fifth. */
const slowPace = 5 * 60_000;

/** Most milliseconds between two answers that count as watching: time asleep does not count. */
const longestWatchedGap = 60_000;

export interface TaskPollerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: Pick<ServiceClient, 'query'>;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch'>;
  readonly settings: () => { readonly watchLimitMinutes: number };
  /** False only if this computer certainly has no network. */
  readonly isOnline: () => boolean;
  /** Resolves when the pictures inside an answer are no longer in memory, so that the next answer may come. */
  readonly bytesTaken: (id: TaskId) => Promise<void>;
}

export interface TaskPoller {
  /** Starts to watch the task, or starts over: queries it from `delay` milliseconds on, until its state asks for no more. */
  watch(task: Task, delay: number): void;
  /**
   * Queries a task for fresh addresses of its pictures in `delay` milliseconds, or when the service's Retry-After allows. What was counted against
   * the watch limit stays counted.
   */
  requery(task: Task, delay: number): void;
  unwatch(id: TaskId): void;
  /**
   * Queries an id that no task has yet, once, in the schedule of all queries, and changes nothing. A 401 or 403 that is not about the key is `forbidden`.
   * Null: the account has no usable key, or the app quits. Rejects if the account's service has no address now.
   */
  lookUp(accountId: AccountId, remoteId: string): Promise<QueryOutcome | null>;
  accountReady(accountId: AccountId): void;
  /** Queries the tasks that wait after a failure, as soon as the service's Retry-After allows. */
  wake(): void;
  /** Stops all queries. Answers to queries under way are dropped. */
  close(): void;
}

/** A query for an id that no task has yet. */
interface LookUp {
  readonly ask: (answered: () => void) => Promise<void>;
  readonly giveUp: () => void;
}

interface Watch {
  readonly accountId: AccountId;
  readonly remoteId: string;
  /** Answers in a row that were not clean. */
  failures: number;
  /** Milliseconds of watching so far, against the watch limit. */
  watched: number;
  lastAnswerAt: number;
  /** The monotonic time until which the service's Retry-After forbids a query. */
  notBefore: number;
  awaitsKey: boolean;
  /** `watch` was called again while a query was under way. */
  renewed: boolean;
}

/** Queries each task when it is due, and decides from the answer whether and when it is queried next. */
export function createTaskPoller(deps: TaskPollerDeps): TaskPoller {
  const { clock, random, client, keys, ledger, settings, isOnline, bytesTaken } = deps;
  const watches = new Map<TaskId, Watch>();
  const closing = new AbortController();

  /** Look-ups that have no answer yet, by their id in the schedule. */
  const lookUps = new Map<string, LookUp>();

  /** Resolves to the earliest monotonic time of the next query, or null if none is wanted. */
  const poll = async (id: TaskId, answered: () => void): Promise<number | null> => {
    const lookUp = lookUps.get(id);
    if (lookUp !== undefined) {
      lookUps.delete(id);
      await lookUp.ask(answered);
      return null;
    }
    const watch = watches.get(id);
    if (watch === undefined) return null;
    watch.renewed = false;
    const delay = await pollOnce(id, watch, answered).catch(() => {
      watch.awaitsKey = false;
      return delayAfterFailure(watch);
    });
    if (delay !== null) return clock.monotonic() + delay;
    if (!watch.renewed && !watch.awaitsKey && watches.get(id) === watch) watches.delete(id);
    return null;
  };

  /** Resolves to the milliseconds until the next query, or null if none is wanted. */
  const pollOnce = async (id: TaskId, watch: Watch, answered: () => void): Promise<number | null> => {
    const early = watch.notBefore - clock.monotonic();
    if (early > 0) return early;
    // Set before waiting, so that a key that arrives meanwhile is not missed.
    watch.awaitsKey = true;
    const credentials = await keys.usable(watch.accountId);
    if (credentials === null) return watch.awaitsKey ? null : 0;
    watch.awaitsKey = false;
    // The task was stopped or the app began to quit while the key was awaited.
    if (closing.signal.aborted || watches.get(id) !== watch) return null;
    const outcome = await client.query(credentials, watch.remoteId, closing.signal);
    // An answer that holds pictures in memory still counts as a query under way.
    if (!holdsPictures(outcome)) answered();
    return closing.signal.aborted ? null : takeOutcome(id, watch, outcome, credentials);
  };

  const takeOutcome = async (id: TaskId, watch: Watch, answered: QueryOutcome, credentials: Credentials): Promise<number | null> => {
    const outcome = await judged(watch.accountId, answered, credentials);
    // The test of the key was given up.
    if (outcome !== answered && closing.signal.aborted) return null;
    const wait = waitAfter(watch, outcome);
    const { task } = await ledger.dispatch(id, { kind: 'polled', remoteId: watch.remoteId, outcome: explained(outcome), retryAt: wait === 0 ? null : clock.now() + wait });
    if (holdsPictures(outcome)) await bytesTaken(id);
    // The task was stopped during the query, and may have a new watch.
    if (watches.get(id) !== watch) return null;
    const isClean = wait === 0 && outcome.kind !== 'key-refused';

    switch (task.state.status) {
      case 'processing':
        // A completed task whose pictures are not listed yet is not watched for long, so that time does not count.
        if (!isClean || outcome.kind === 'completed') return wait;
        watch.failures = 0;
        return countWatched(id, watch);
      case 'paused':
        if (task.state.by === 'user') return null;
        return Math.max(wait, slowDelay());
      case 'completed':
      case 'failed':
        // Queried again at a person's request or for fresh addresses: repeat until the answer is clean.
        return isClean || outcome.kind === 'not-found' ? null : wait;
      default:
        return null;
    }
  };

  /** A refusal of the key that a test of the key does not confirm is about the task. */
  const judged = async (accountId: AccountId, answered: QueryOutcome, credentials: Credentials): Promise<QueryOutcome> => {
    if (answered.kind !== 'key-refused' || (await keys.isRefused(accountId, credentials))) return answered;
    return { ...answered, kind: 'trouble', trouble: 'forbidden', retryAfterMs: null };
  };

  /** Adds whether this computer has a network, which the client does not know. */
  const explained = (outcome: QueryOutcome): QueryOutcome => {
    if (outcome.kind !== 'trouble') return outcome;
    const trouble = unlessOffline(outcome.trouble, isOnline);
    return { ...outcome, trouble: trouble === 'network' ? 'no-network' : trouble };
  };

  /** Milliseconds that the next query waits longer than usual. */
  const waitAfter = (watch: Watch, outcome: QueryOutcome): number => {
    if (outcome.kind !== 'trouble' && outcome.kind !== 'not-found') return 0;
    watch.failures += 1;
    const asked = outcome.kind === 'trouble' ? (outcome.retryAfterMs ?? 0) : 0;
    watch.notBefore = clock.monotonic() + asked;
    watch.lastAnswerAt = clock.monotonic();
    return Math.max(asked, backoff(watch.failures, random));
  };

  const countWatched = async (id: TaskId, watch: Watch): Promise<number> => {
    const now = clock.monotonic();
    watch.watched += Math.min(now - watch.lastAnswerAt, longestWatchedGap);
    watch.lastAnswerAt = now;
    if (watch.watched < settings().watchLimitMinutes * 60_000) return 0;
    await ledger.dispatch(id, { kind: 'watch-limit-passed' });
    return slowDelay();
  };

  const slowDelay = (): number => slowPace * (0.8 + 0.4 * random());

  const delayAfterFailure = (watch: Watch): number => {
    watch.failures += 1;
    return backoff(watch.failures, random);
  };

  const schedule = createPollSchedule({ clock, poll });
  const request = (id: TaskId, watch: Watch, due: number): void => schedule.request(id, watch.accountId, watch.remoteId, due);

  /** The task's watch, a new one if it has none. */
  const watchOf = (task: Task): Watch | null => {
    const remoteId = remoteIdOf(task);
    if (remoteId === null || closing.signal.aborted) return null;
    const now = clock.monotonic();
    const watch: Watch = watches.get(task.id) ?? { accountId: task.accountId, remoteId, failures: 0, watched: 0, lastAnswerAt: now, notBefore: now, awaitsKey: false, renewed: false };
    watches.set(task.id, watch);
    return watch;
  };

  const renew = (id: TaskId, watch: Watch, due: number): void => {
    watch.renewed = true;
    request(id, watch, Math.max(due, watch.notBefore));
  };

  return {
    watch(task, delay) {
      const watch = watchOf(task);
      if (watch === null) return;
      const now = clock.monotonic();
      watch.failures = 0;
      watch.watched = 0;
      watch.lastAnswerAt = now;
      watch.notBefore = now;
      renew(task.id, watch, now + delay);
    },
    requery(task, delay) {
      const watch = watchOf(task);
      if (watch !== null) renew(task.id, watch, clock.monotonic() + delay);
    },
    async lookUp(accountId, remoteId) {
      const credentials = await keys.usable(accountId);
      if (credentials === null || closing.signal.aborted) return null;
      const { promise, resolve } = Promise.withResolvers<QueryOutcome | null>();
      const id = `look-up ${randomUUID()}`;
      const ask: LookUp['ask'] = async (answered) => {
        const outcome = await client.query(credentials, remoteId, closing.signal);
        answered();
        resolve(closing.signal.aborted ? null : explained(await judged(accountId, outcome, credentials)));
      };
      lookUps.set(id, { ask, giveUp: () => resolve(null) });
      schedule.request(id, accountId, remoteId, clock.monotonic());
      return promise;
    },
    unwatch(id) {
      watches.delete(id);
      schedule.drop(id);
    },
    accountReady(accountId) {
      for (const [id, watch] of watches) {
        if (watch.accountId !== accountId || !watch.awaitsKey) continue;
        watch.awaitsKey = false;
        request(id, watch, clock.monotonic());
      }
    },
    wake() {
      for (const [id, watch] of watches) {
        if (watch.awaitsKey) continue;
        watch.failures = 0;
        request(id, watch, Math.max(clock.monotonic(), watch.notBefore));
      }
    },
    close() {
      closing.abort();
      schedule.close();
      for (const { giveUp } of lookUps.values()) giveUp();
    },
  };
}

function holdsPictures(outcome: QueryOutcome): boolean {
  const images = outcome.kind === 'completed' ? outcome.images : outcome.kind === 'processing' ? (outcome.found ?? []) : [];
  return images.some(({ kind }) => kind === 'inline');
}
