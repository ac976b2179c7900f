import type { Clock } from '../../core/util/clock.ts';
import { backupTime, listBackups } from './backups.ts';
import type { Report } from '../client/database-contract.ts';
import { runJob, type RunningJob } from '../client/run-job.ts';

export interface BackupsOptions {
  /** The database. */
  readonly file: string;
  readonly folder: string;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly clock: Clock;
  readonly report: Report;
  /** Called after each backup. */
  readonly made?: () => void;
  /** Starts the thread that makes a backup. */
  readonly startJob?: typeof runJob;
}

export interface Backups {
  /** From now on, looks regularly whether a backup is due. */
  start(): void;
  /** A picture was added, removed or marked. */
  changed(): void;
  /** Makes one now, or waits for the one under way. Never rejects: false when none was made. */
  make(): Promise<boolean>;
  close(): Promise<void>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Leaves the time after the start to the person. */
const firstLook = minute / 2;
/** With a million pictures, a backup takes most of a minute and writes a gigabyte, so it is made at most this often. */
const betweenLooks = 30 * minute;
/** Changes after which a backup is due before the day is over. */
const manyChanges = 200;

export function createBackups({ file, folder, workerFile, clock, report, made = () => undefined, startJob = runJob }: BackupsOptions): Backups {
  /** Since the last backup. */
  let changes = 0;
  let closed = false;
  /** Monotonic time. */
  let lastMade: number | null = null;
  let cancelLook = (): void => undefined;
  let underWay: { readonly job: RunningJob; readonly done: Promise<boolean> } | null = null;

  const run = (): Promise<boolean> => {
    const [begun, included] = [clock.monotonic(), changes];
    const job = startJob(workerFile, { kind: 'back-up', file, folder, now: clock.now() });
    const done = job.answer.then((answer) => {
      if (answer.kind === 'failed') {
        if (!closed) report(`No backup was made: ${answer.error.code} ${answer.error.detail ?? ''}`);
        return false;
      }
      lastMade = begun;
      changes -= included;
      made();
      return true;
    });
    underWay = { job, done };
    void job.ended.then(() => {
      underWay = null;
    });
    return done;
  };
  const make = (): Promise<boolean> => (closed ? Promise.resolve(false) : (underWay?.done ?? run()));

  /** Age of the last backup. */
  const age = (): number => {
    // Within one run, only the monotonic clock counts.
    if (lastMade !== null) return clock.monotonic() - lastMade;
    const [newest] = listBackups(folder);
    return newest === undefined ? Infinity : Math.abs(clock.now() - backupTime(newest));
  };
  const lookIn = (delay: number): void => {
    cancelLook = clock.after(delay, () => {
      if (age() >= day || changes >= manyChanges) void make();
      lookIn(betweenLooks);
    });
  };

  return {
    start: () => lookIn(firstLook),
    changed() {
      changes += 1;
    },
    make,
    async close() {
      closed = true;
      cancelLook();
      // A partial backup does not have the name of a backup, and the next one removes it.
      await underWay?.job.terminate();
    },
  };
}
