import type { DownloadOutcome } from './download-outcome.ts';
import type { Clock } from '../util/clock.ts';
import type { EngineEvents } from '../engine/task-events.ts';

/** Downloads under way at once, over all tasks. */
const maxParallel = 4;

/** Milliseconds after which one download tries whether the library takes files again. */
const libraryRetry = 30_000;

/** Lets a few downloads run at a time. While the library takes no files, only one tries now and then. */
export interface DownloadGate {
  pass(download: () => Promise<DownloadOutcome>): Promise<DownloadOutcome>;
  /** Reports the outcome of a download that did not pass the gate, because its bytes were here already. */
  observe(outcome: DownloadOutcome): void;
  /** The library may take files again. */
  open(): void;
  close(): void;
}

export function createDownloadGate(clock: Clock, events: Pick<EngineEvents, 'notice'>): DownloadGate {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let problem: 'library-unreachable' | 'library-full' | null = null;
  let subject = '';
  let tryDue = false;
  let cancelTimer: (() => void) | null = null;
  let closed = false;

  const admit = (): void => {
    while (!closed && underWay < maxParallel && waiting.length > 0 && (problem === null || tryDue)) {
      if (problem !== null) tryDue = false;
      underWay += 1;
      waiting.shift()?.();
    }
  };

  const armTry = (): void => {
    if (closed || cancelTimer || problem === null || tryDue) return;
    cancelTimer = clock.after(libraryRetry, () => {
      cancelTimer = null;
      tryDue = true;
      admit();
    });
  };

  const setProblem = (next: typeof problem, detail: string): void => {
    if (problem !== null && problem !== next) events.notice(problem, null);
    if (next !== null && (problem !== next || subject !== detail)) events.notice(next, detail);
    problem = next;
    subject = detail;
    if (next !== null) return;
    tryDue = false;
    cancelTimer?.();
    cancelTimer = null;
  };

  const observe = (outcome: DownloadOutcome): void => {
    if (closed) return;
    if (outcome.kind === 'library') setProblem(outcome.problem === 'full' ? 'library-full' : 'library-unreachable', outcome.detail);
    if (outcome.kind === 'kept') setProblem(null, '');
    armTry();
    admit();
  };

  return {
    async pass(download) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (closed) resolve();
        else admit();
      });
      if (closed) return { kind: 'trouble', detail: 'closing', retryAfterMs: null };
      const outcome = await download();
      underWay -= 1;
      observe(outcome);
      return outcome;
    },
    observe,
    open() {
      setProblem(null, '');
      admit();
    },
    close() {
      closed = true;
      cancelTimer?.();
      cancelTimer = null;
      for (const enter of waiting.splice(0)) enter();
    },
  };
}
