import type { AccountId } from '../../../../shared/task.ts';
import type { DownloadOutcome } from './download-outcome.ts';
import type { Clock } from '../../util/clock.ts';
import type { EngineEvents } from '../task-events.ts';

/** Downloads under way at once from one host for one account. */
const ofHost = 4;

/** Downloads under way at once for one account, because a service may give each picture a host of its own. */
const ofAccount = 12;

/** Milliseconds after which one download tries whether the library takes files again. */
const libraryRetry = 30_000;

/**
 * Lets a few downloads run at a time. Each account has its share, and in it each host, so that a host that never answers delays only its own
 * pictures. Those of one host pass in the order of their arrival. While the library takes no files, only one download tries now and then.
 */
export interface DownloadGate {
  pass(account: AccountId, host: string, download: () => Promise<DownloadOutcome>): Promise<DownloadOutcome>;
  /** Reports the outcome of a download that did not pass the gate, because its bytes were here already. */
  observe(outcome: DownloadOutcome): void;
  /** The library may take files again. */
  open(): void;
  close(): void;
}

/** The downloads of one host for one account. */
interface HostShare {
  underWay: number;
  readonly waiting: (() => void)[];
}

interface AccountShare {
  underWay: number;
  /** The next to be admitted first. */
  readonly hosts: Map<string, HostShare>;
}

function toEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

export function createDownloadGate(clock: Clock, events: Pick<EngineEvents, 'notice'>): DownloadGate {
  const accounts = new Map<AccountId, AccountShare>();
  /** Why the library takes no files. */
  let problem: { readonly code: 'library-unreachable' | 'library-full'; readonly detail: string } | null = null;
  let tryDue = false;
  let cancelTimer: (() => void) | null = null;
  let closed = false;

  const admit = (): void => {
    // What was admitted goes to the end of the map, where the loop meets it again.
    for (const [account, accountShare] of accounts) {
      for (const [host, hostShare] of accountShare.hosts) {
        if (closed || accountShare.underWay === ofAccount) break;
        if (hostShare.underWay === ofHost || hostShare.waiting.length === 0) continue;
        if (problem !== null && !tryDue) return;
        tryDue = false;
        accountShare.underWay += 1;
        hostShare.underWay += 1;
        toEnd(accountShare.hosts, host, hostShare);
        toEnd(accounts, account, accountShare);
        hostShare.waiting.shift()?.();
      }
    }
  };

  const leave = (account: AccountId, host: string): void => {
    const accountShare = accounts.get(account);
    const hostShare = accountShare?.hosts.get(host);
    if (accountShare === undefined || hostShare === undefined) return;
    accountShare.underWay -= 1;
    hostShare.underWay -= 1;
    if (hostShare.underWay === 0 && hostShare.waiting.length === 0) accountShare.hosts.delete(host);
    if (accountShare.hosts.size === 0) accounts.delete(account);
  };

  const armTry = (): void => {
    if (closed || cancelTimer || problem === null || tryDue) return;
    cancelTimer = clock.after(libraryRetry, () => {
      cancelTimer = null;
      tryDue = true;
      admit();
    });
  };

  const setProblem = (next: typeof problem): void => {
    if (problem !== null && problem.code !== next?.code) events.notice(problem.code, null);
    if (next !== null && (problem?.code !== next.code || problem.detail !== next.detail)) events.notice(next.code, next.detail);
    problem = next;
    if (next !== null) return;
    tryDue = false;
    cancelTimer?.();
    cancelTimer = null;
  };

  const observe = (outcome: DownloadOutcome): void => {
    if (closed) return;
    if (outcome.kind === 'library') setProblem({ code: `library-${outcome.problem}`, detail: outcome.detail });
    if (outcome.kind === 'kept') setProblem(null);
    armTry();
    admit();
  };

  return {
    async pass(account, host, download) {
      const accountShare = accounts.get(account) ?? { underWay: 0, hosts: new Map<string, HostShare>() };
      const hostShare = accountShare.hosts.get(host) ?? { underWay: 0, waiting: [] };
      accounts.set(account, accountShare);
      accountShare.hosts.set(host, hostShare);
      await new Promise<void>((resolve) => {
        hostShare.waiting.push(resolve);
        if (closed) resolve();
        else admit();
      });
      if (closed) return { kind: 'trouble', detail: 'closing', retryAfterMs: null };
      const outcome = await download();
      leave(account, host);
      observe(outcome);
      return outcome;
    },
    observe,
    open() {
      setProblem(null);
      admit();
    },
    close() {
      closed = true;
      cancelTimer?.();
      cancelTimer = null;
      for (const { hosts } of accounts.values()) for (const { waiting } of hosts.values()) for (const enter of waiting.splice(0)) enter();
    },
  };
}
