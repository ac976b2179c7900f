import type { Clock } from '../../core/util/clock.ts';
import { backupTime, listBackups, wasCutOff } from './backups.ts';
import type { Report } from '../client/database-contract.ts';
import type { FromBackup } from '../client/thread-messages.ts';
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
}

export interface Backups {
  /** Checks regularly whether the last backup is older than a day. `isNew`: the history was created just now and has nothing to lose. */
  start(isNew: boolean): void;
  /** A picture was kept that the last backup does not contain. */
  changed(): void;
  /** Makes one now, or waits for the one under way. Never rejects: false when none was made. */
  make(): Promise<boolean>;
  close(): Promise<void>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Leaves the time after the start to the person. */
const firstLook = minute;
/**
 * If the last backup is this old, or there is none, the app may always have quit before one began, so the next one starts sooner. This does not
 * apply if the app quit during the last backup: the history may be so large that every backup would be cut off, and quitting would wait for it in vain.
 */
const overdue = 2 * day;
const firstLookOverdue = minute / 6;
const betweenLooks = 30 * minute;
/** New pictures after which a backup is made early. The first backup comes soon. */
const firstChanges = 10;
const manyChanges = 200;
/** Early backups may take this share of the time: with a million pictures, each takes most of a minute and writes a gigabyte. */
const mostOfTime = 0.02;
/** Upper limit of the pause that follows from this share: if the computer slept during a backup, it seems to have taken hours. */
const longestRest = 180 * minute;
/** Milliseconds until a failed backup may be tried again early. */
const restAfterFailure = betweenLooks;

export function createBackups({ file, folder, workerFile, clock, report, made: tellMade = () => undefined }: BackupsOptions): Backups {
  let changes = 0;
  let closed = false;
  /** Monotonic time. */
  let lastMade: number | null = null;
  /** While true, changes alone start no backup. */
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

  /** Age of the last backup. */
  const age = (): number => {
    // Within one run, only the monotonic clock counts.
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
      // A partial backup does not have the name of a backup, and the next one removes it.
      await underWay?.job.terminate();
    },
  };
}
