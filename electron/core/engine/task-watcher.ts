import { remoteIdOf, type AccountId, type Task, type TaskId } from '../../../shared/task.ts';
import type { AccountKeys } from './account-keys.ts';
import { backoff } from './backoff.ts';
import type { QueryOutcome } from '../outcomes.ts';
import { holdsPictures } from './query-loop.ts';
import type { Clock, Random } from '../ports.ts';
import { unlessOffline } from '../service/connection-trouble.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { NextQuery, OpenTaskQueries, QueryDesk } from './task-queries.ts';

/** Milliseconds between queries of a task that outlasted the watch limit; a fifth more or less, by chance. */
const slowPace = 5 * 60_000;

/** At most so much of a gap between two answers counts as watching: nobody watched while the machine slept. */
const longestWatchedGap = 60_000;

export interface TaskWatcherDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly queries: OpenTaskQueries;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch'>;
  readonly settings: () => { readonly watchLimitMinutes: number };
  /** False only where this computer certainly has no network. */
  readonly isOnline: () => boolean;
  /** Resolves when pictures that came within an answer are no longer held in memory: the next answer may then come. */
  readonly inlineImagesTaken: (id: TaskId) => Promise<void>;
}

export interface TaskWatcher {
  /** Queries the task from `delay` milliseconds on, until its state asks for no more. */
  watch(task: Task, delay: number): void;
  unwatch(id: TaskId): void;
  /** A key or an address may be another than before. */
  accountsChanged(): void;
  accountReady(accountId: AccountId): void;
  /** Tries at once what waits after trouble; what the service asked to wait for is still waited for. */
  wake(): void;
  close(): Promise<void>;
}

interface Watch {
  readonly accountId: AccountId;
  readonly remoteId: string;
  /** Answers in a row that were not clean. */
  failures: number;
  /** Milliseconds of watching so far, against the watch limit. */
  watched: number;
  lastAnswerAt: number;
  /** What the service's Retry-After forbids until. */
  notBefore: number;
  /** Waits for the account's key. */
  held: boolean;
  /** Of the last time that watching was asked for. */
  wish: number;
  /** The last answer, if it may come again as `unchanged`. */
  repeats: Processing | null;
}

type Processing = Extract<QueryOutcome, { kind: 'processing' }>;

/** Decides for each task whether and when it is queried next; the queries are made elsewhere (`TaskQueries`). */
export function createTaskWatcher(deps: TaskWatcherDeps): TaskWatcher {
  const { clock, random, keys, ledger, settings, isOnline, inlineImagesTaken } = deps;
  const watches = new Map<TaskId, Watch>();
  let wishes = 0;
  let closed = false;

  const want = (id: TaskId, watch: Watch, delay: number): void => {
    wishes += 1;
    watch.wish = wishes;
    queries.want({ id, accountId: watch.accountId, remoteId: watch.remoteId, wish: wishes }, delay);
  };

  const desk: QueryDesk = {
    async credentials({ id }) {
      const watch = watches.get(id);
      if (watch === undefined) return { kind: 'not-now', delay: null };
      // Set before asking, so that a key that comes in between is not missed.
      watch.held = true;
      try {
        const credentials = await keys.usable(watch.accountId);
        if (credentials === null) return { kind: 'not-now', delay: watch.held ? null : 0 };
        watch.held = false;
        return { kind: 'granted', credentials };
      } catch {
        watch.held = false;
        return { kind: 'not-now', delay: delayAfterFailure(watch) };
      }
    },
    async answered({ id, accountId, wish, outcome, credentials }) {
      if (closed) return null;
      if (outcome.kind === 'key-refused') await keys.refuse(accountId, credentials.key);
      const watch = watches.get(id);
      if (watch === undefined) {
        // Stopped while the query was under way: what it brought counts all the same.
        await dispatchPolled(id, outcome, 0).catch(() => undefined);
        return null;
      }
      const next = await nextAfter(id, watch, outcome);
      watch.repeats = next?.mayRepeat === true && outcome.kind === 'processing' ? outcome : null;
      if (next === null) giveUp(id, watch, wish);
      return next;
    },
    unchanged(id, wish, at) {
      const watch = watches.get(id);
      if (watch === undefined || watch.repeats === null || closed) return;
      void takeRepeated(id, watch, wish, { ...watch.repeats, answer: { ...watch.repeats.answer, at } });
    },
    lost() {
      // Also those that wait for a key: what was asked for them is lost as well, and who has none is told so again.
      for (const [id, watch] of watches) want(id, watch, untilAllowed(watch));
    },
  };

  /** Unless watching was asked for again meanwhile. */
  const giveUp = (id: TaskId, watch: Watch, wish: number): boolean => {
    if (watches.get(id) !== watch || watch.wish !== wish || watch.held) return false;
    watches.delete(id);
    return true;
  };

  /** The next query has its time already; what says otherwise takes it back. */
  const takeRepeated = async (id: TaskId, watch: Watch, wish: number, outcome: Processing): Promise<void> => {
    const latest = watch.wish;
    const next = await nextAfter(id, watch, outcome);
    if (next?.mayRepeat === true || watches.get(id) !== watch) return;
    watch.repeats = null;
    if (next === null) {
      if (giveUp(id, watch, wish)) queries.drop(id);
    } else {
      queries.drop(id);
      // What a person wished for meanwhile is not put off.
      want(id, watch, watch.wish === latest ? next.delay : untilAllowed(watch));
    }
  };

  /** Whoever made the query does not know whether there is a network. */
  const explained = (outcome: QueryOutcome): QueryOutcome => {
    if (outcome.kind !== 'trouble') return outcome;
    const trouble = unlessOffline(outcome.trouble, isOnline);
    return { ...outcome, trouble: trouble === 'network' ? 'no-network' : trouble };
  };

  const dispatchPolled = async (id: TaskId, outcome: QueryOutcome, wait: number): Promise<Task> => {
    const { task } = await ledger.dispatch(id, { kind: 'polled', outcome: explained(outcome), retryAt: wait === 0 ? null : clock.now() + wait });
    if (holdsPictures(outcome)) await inlineImagesTaken(id);
    return task;
  };

  /** Where the outcome could not be dealt with, it is asked for again. */
  const nextAfter = (id: TaskId, watch: Watch, outcome: QueryOutcome): Promise<NextQuery | null> => takeOutcome(id, watch, outcome).catch(() => after(delayAfterFailure(watch)));

  const takeOutcome = async (id: TaskId, watch: Watch, outcome: QueryOutcome): Promise<NextQuery | null> => {
    const wait = waitAfter(watch, outcome);
    const task = await dispatchPolled(id, outcome, wait);
    // Stopped, and perhaps asked for again, while the query was under way: then another watch has taken over.
    if (watches.get(id) !== watch) return null;
    const isClean = wait === 0 && outcome.kind !== 'key-refused';

    switch (task.state.status) {
      case 'processing':
        if (!isClean) return after(wait);
        watch.failures = 0;
        return countWatched(id, watch);
      case 'paused':
        if (task.state.by === 'user') return null;
        return after(Math.max(wait, slowDelay()));
      case 'completed':
      case 'failed':
        // Asked for once more by a person or for fresh addresses: until there is a clean answer.
        return isClean || outcome.kind === 'not-found' ? null : after(wait);
      default:
        return null;
    }
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

  const countWatched = async (id: TaskId, watch: Watch): Promise<NextQuery> => {
    const now = clock.monotonic();
    watch.watched += Math.min(now - watch.lastAnswerAt, longestWatchedGap);
    watch.lastAnswerAt = now;
    if (watch.watched < settings().watchLimitMinutes * 60_000) return { delay: 0, mayRepeat: true };
    await ledger.dispatch(id, { kind: 'watch-limit-passed' });
    return after(slowDelay());
  };

  const slowDelay = (): number => slowPace * (0.8 + 0.4 * random());

  const delayAfterFailure = (watch: Watch): number => {
    watch.failures += 1;
    return backoff(watch.failures, random);
  };

  const untilAllowed = (watch: Watch): number => Math.max(0, watch.notBefore - clock.monotonic());

  const queries = deps.queries(desk);

  return {
    watch(task, delay) {
      const remoteId = remoteIdOf(task);
      if (remoteId === null || closed) return;
      const now = clock.monotonic();
      const watch: Watch = watches.get(task.id) ?? {
        accountId: task.accountId,
        remoteId,
        failures: 0,
        watched: 0,
        lastAnswerAt: now,
        notBefore: now,
        held: false,
        wish: 0,
        repeats: null,
      };
      watch.failures = 0;
      watch.watched = 0;
      watch.lastAnswerAt = now;
      watches.set(task.id, watch);
      want(task.id, watch, delay);
    },
    unwatch(id) {
      watches.delete(id);
      queries.drop(id);
    },
    accountsChanged: () => queries.forget(),
    accountReady(accountId) {
      queries.forget();
      for (const [id, watch] of watches) {
        if (watch.accountId !== accountId || !watch.held) continue;
        watch.held = false;
        want(id, watch, 0);
      }
    },
    wake() {
      queries.forget();
      for (const [id, watch] of watches) {
        if (watch.held) continue;
        watch.failures = 0;
        want(id, watch, untilAllowed(watch));
      }
    },
    close() {
      closed = true;
      return queries.close();
    },
  };
}

const after = (delay: number): NextQuery => ({ delay, mayRepeat: false });
