import type { Clock } from '../core/ports.ts';
import { backupTime, listBackups, wasCutOff } from './backups.ts';
import type { Report } from './contract.ts';
import type { FromBackup } from './messages.ts';
import { runJob, type RunningJob } from './run-job.ts';

export interface BackupsOptions {
  /** The database. */
  readonly file: string;
  readonly folder: string;
  /** The same worker that serves the database, in a thread of its own. */
  readonly workerFile: string | URL;
  readonly clock: Clock;
  readonly report: Report;
  /** A backup was made. */
  readonly made?: () => void;
}

export interface Backups {
  /** Looks now and then whether the last backup is older than a day. `isNew`: of a history that was made just now, with nothing to lose in it. */
  start(isNew: boolean): void;
  /** Something was kept that the last backup does not have. */
  changed(): void;
  /** Makes one now, or waits for the one under way. Never rejects: false when none was made. */
  make(): Promise<boolean>;
  close(): Promise<void>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** The start belongs to the person. */
const firstLook = minute;
/**
 * When the last one is so old, or there is none, the app may always have ended before it began: then it begins sooner. Not after one that the end cut
 * off, as of a history so long that it always would: nothing interrupts one that is under way, and each end would have to wait for it in vain.
 */
const overdue = 2 * day;
const firstLookOverdue = minute / 6;
const betweenLooks = 30 * minute;
/** Pictures after which one is made before its time: soon for the first, then seldom. */
const firstChanges = 10;
const manyChanges = 200;
/** Such a one takes this part of the time at most: of a million pictures it takes most of a minute, and writes a gigabyte. */
const mostOfTime = 0.02;
/** The rest that follows from it, at most: one through which the computer slept took hours by the clock. */
const longestRest = 180 * minute;
/** However long it took: what was wrong may have gone by then. */
const restAfterFailure = betweenLooks;

export function createBackups({ file, folder, workerFile, clock, report, made: tellMade = () => undefined }: BackupsOptions): Backups {
  let changes = 0;
  let closed = false;
  /** Monotonic. */
  let lastMade: number | null = null;
  /** Changes alone are no reason for one. */
  let resting = false;
  let cancelLook = (): void => undefined;
  let cancelRest = (): void => undefined;
  let underWay: { readonly job: RunningJob<FromBackup>; readonly done: Promise<boolean> } | null = null;

  const run = (): Promise<boolean> => {
    const begun = clock.monotonic();
    const taken = changes;
    changes = 0;
    const job = runJob<FromBackup>(workerFile, { kind: 'back-up', file, folder, now: clock.now() });
    const done = job.answer.then((answer) => {
      if (answer.kind === 'backed-up') {
        lastMade = begun;
        tellMade();
      } else if (!closed) report(`No backup was made: ${answer.error.code} ${answer.error.detail ?? ''}`);
      return answer.kind === 'backed-up';
    });
    void Promise.all([done, job.ended]).then(([made]) => {
      underWay = null;
      if (!made) changes += taken;
      if (!closed) rest(made ? Math.min((clock.monotonic() - begun) / mostOfTime, longestRest) : restAfterFailure);
    });
    underWay = { job, done };
    return done;
  };
  const make = (): Promise<boolean> => (closed ? Promise.resolve(false) : (underWay?.done ?? run()));

  const makeEarly = (): void => {
    if (resting) return;
    if (changes >= manyChanges || (changes >= firstChanges && listBackups(folder).length === 0)) void make();
  };
  const rest = (time: number): void => {
    resting = true;
    cancelRest();
    cancelRest = clock.after(time, () => {
      resting = false;
      makeEarly();
    });
  };

  /** Of the last one. */
  const age = (): number => {
    // Within one run the wall clock has no say.
    if (lastMade !== null) return clock.monotonic() - lastMade;
    const [newest] = listBackups(folder);
    return newest === undefined ? Infinity : Math.abs(clock.now() - backupTime(newest));
  };
  const lookIn = (delay: number): void => {
    cancelLook = clock.after(delay, () => {
      if (age() >= day) void make();
      lookIn(betweenLooks);
    });
  };

  return {
    start: (isNew) => lookIn(!isNew && age() >= overdue && !wasCutOff(folder) ? firstLookOverdue : firstLook),
    changed() {
      changes += 1;
      makeEarly();
    },
    make,
    async close() {
      closed = true;
      cancelLook();
      cancelRest();
      // What is half written has no name of a backup, and is removed by the next one.
      await underWay?.job.terminate();
    },
  };
}
