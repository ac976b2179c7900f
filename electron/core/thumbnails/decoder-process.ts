import type { DecodedPicture, DecodeJob, DecodeResult, DecodeWant } from '../../../shared/windows/decode-job.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { BrokenReason } from '../../../shared/windows/thumbnail-look.ts';
import type { Clock } from '../util/clock.ts';

/** Milliseconds after which a picture that is not decoded is given up and its process ended. */
const jobDeadline = 20_000;
/** Idle milliseconds after which the process is ended, to save memory. */
const idleLimit = 30_000;
/** Processes that may die in a row before they take a job. Then the waiting pictures are answered without a decoder. */
const mostBadStarts = 3;
/** Deaths of the process with this picture alone in it. One may be the machine's fault. */
const mostDeathsAlone = 2;

/** `unavailable`: there is no decoder, because it does not start or the app is closing. Nothing is known of the picture. */
export type Decoded = ({ readonly ok: true } & DecodedPicture) | { readonly ok: false; readonly reason: BrokenReason | 'unavailable' };

export interface Decoder {
  /** Never rejects. */
  decode(imageId: ImageId, want: DecodeWant): Promise<Decoded>;
  /** Starts the process, because a picture may come soon. May be called often: what does not start is left to the next picture. */
  prepare(): void;
  close(): void;
}

/** The sandboxed process that decodes pictures. It may end at any time, and its answers may be anything. */
export interface DecoderProcess {
  send(job: DecodeJob): void;
  /** Nothing is heard of it afterwards. */
  end(): void;
}

export interface DecoderEvents {
  ready(): void;
  answered(answer: unknown): void;
  gone(): void;
}

export interface DecoderPorts {
  start(events: DecoderEvents): DecoderProcess;
  /** The answer, if it is one that a job under way can have; else null. */
  judge(answer: unknown, underWay: ReadonlyMap<number, DecodeWant>): DecodeResult | null;
  readonly clock: Clock;
  /** How many pictures are decoded side by side. */
  readonly sideBySide: number;
}

interface Job {
  readonly imageId: ImageId;
  readonly want: DecodeWant;
  readonly settle: (decoded: Decoded) => void;
  /** It was in a process that died. From then on it is decoded alone. */
  suspect: boolean;
  deathsAlone: number;
}

interface Running {
  readonly job: Job;
  readonly cancelDeadline: () => void;
}

/**
 * Decodes several pictures at a time in one process. When the process ends, stalls or gives an answer that nobody asked for, each picture in it
 * is tried again alone, so that one harmful picture spoils no other.
 */
export function createSupervisedDecoder({ start, judge, clock, sideBySide }: DecoderPorts): Decoder {
  const waiting: Job[] = [];
  const suspects: Job[] = [];
  const running = new Map<number, Running>();
  let process: { readonly handle: DecoderProcess; ready: boolean } | null = null;
  let cancelIdle = (): void => undefined;
  let preparedAt = -Infinity;
  let lastJobId = 0;
  let badStarts = 0;
  let closed = false;

  const endProcess = (): void => {
    process?.handle.end();
    process = null;
  };

  const settleAll = (jobs: Job[]): void => jobs.splice(0).forEach((job) => job.settle({ ok: false, reason: 'unavailable' }));

  const processLost = (): void => {
    if (process !== null && running.size === 0) badStarts += process.ready ? 0 : 1;
    endProcess();
    const alone = running.size === 1;
    for (const { job, cancelDeadline } of running.values()) {
      cancelDeadline();
      if (alone) job.deathsAlone += 1;
      if (job.deathsAlone >= mostDeathsAlone) job.settle({ ok: false, reason: 'unreadable' });
      else suspects.push(Object.assign(job, { suspect: true }));
    }
    running.clear();
    if (badStarts >= mostBadStarts) {
      // The next request starts a process again.
      badStarts = 0;
      settleAll(suspects);
      settleAll(waiting);
    }
    next();
  };

  const startProcess = (): void => {
    const events: DecoderEvents = {
      ready() {
        if (process !== mine) return;
        mine.ready = true;
        next();
      },
      answered(answer) {
        // Answers between two jobs are ignored.
        if (process !== mine || running.size === 0) return;
        const underWay = new Map([...running].map(([id, { job }]) => [id, job.want]));
        const result = judge(answer, underWay);
        const done = result === null ? undefined : running.get(result.jobId);
        // A process that gives a wrong answer may have been taken over, so it is replaced.
        if (result === null || done === undefined) {
          processLost();
          return;
        }
        badStarts = 0;
        running.delete(result.jobId);
        done.cancelDeadline();
        done.job.settle(result);
        next();
      },
      gone() {
        if (process === mine) processLost();
      },
    };
    const mine = { handle: start(events), ready: false };
    process = mine;
    clock.after(jobDeadline, () => process === mine && !mine.ready && processLost());
  };

  const run = (job: Job): void => {
    lastJobId += 1;
    running.set(lastJobId, { job, cancelDeadline: clock.after(jobDeadline, processLost) });
    process?.handle.send({ jobId: lastJobId, imageId: job.imageId, want: job.want });
  };

  const endIfIdle = (): void => {
    const left = preparedAt + idleLimit - clock.monotonic();
    if (left > 0) cancelIdle = clock.after(left, endIfIdle);
    else endProcess();
  };

  const next = (): void => {
    cancelIdle();
    if (waiting.length + suspects.length + running.size === 0) {
      cancelIdle = clock.after(idleLimit, endIfIdle);
      return;
    }
    if (process === null && !closed) startProcess();
    if (process?.ready !== true) return;
    const [suspect] = suspects;
    if (suspect !== undefined) {
      // A suspect runs alone.
      if (running.size > 0) return;
      suspects.shift();
      run(suspect);
      return;
    }
    if ([...running.values()].some(({ job }) => job.suspect)) return;
    while (running.size < sideBySide) {
      const job = waiting.shift();
      if (job === undefined) return;
      run(job);
    }
  };

  return {
    decode: (imageId, want) =>
      new Promise((settle) => {
        if (closed) {
          settle({ ok: false, reason: 'unavailable' });
          return;
        }
        waiting.push({ imageId, want, settle, suspect: false, deathsAlone: 0 });
        next();
      }),
    prepare() {
      const isNew = clock.monotonic() - preparedAt > idleLimit;
      preparedAt = clock.monotonic();
      if (isNew && process === null && !closed) startProcess();
    },
    close() {
      closed = true;
      endProcess();
      for (const { job, cancelDeadline } of running.values()) {
        cancelDeadline();
        suspects.push(job);
      }
      running.clear();
      settleAll(suspects);
      settleAll(waiting);
      cancelIdle();
    },
  };
}
