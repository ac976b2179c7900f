import { assertNever } from '../../../shared/result.ts';
import type { Image, ImageId, ImageState, Task, TaskId, TaskWithImages } from '../../../shared/task.ts';
import type { AccountKeys } from '../engine/account-keys.ts';
import { backoff, type Random } from '../util/backoff.ts';
import { createDownloadGate } from './download-gate.ts';
import { settledWithin } from '../util/settled-within.ts';
import type { AnsweredImage, DownloadOutcome, ImageDownloads, NamedImage } from '../service/outcomes.ts';
import type { Clock } from '../util/clock.ts';
import type { EngineEvents } from '../engine/engine-events.ts';
import type { TaskLedger } from '../engine/task-ledger.ts';

/** So often in a row the service is asked for an address that works before the picture counts as expired. */
const maxAsks = 3;

/** The longest that a download which met trouble waits, in milliseconds. */
const longestWait = 10 * 60_000;

/** Milliseconds after which a picture that came within an answer is asked for again while the library takes no files. */
const inlineRetry = 30_000;

export interface ImageFetcherDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly downloads: ImageDownloads;
  readonly keys: Pick<AccountKeys, 'baseUrl'>;
  readonly ledger: Pick<TaskLedger, 'saveImage' | 'storedImages'>;
  readonly events: EngineEvents;
  /** Queries a completed task once, `delay` milliseconds from now, for fresh addresses. */
  readonly askAgain: (task: Task, delay: number) => void;
}

/** Milliseconds that closing waits for downloads to break off. */
const lastMoment = 2_000;

/** Downloads the pictures of completed tasks into the library, and retries each until it arrives or is no longer available. */
export interface ImageFetcher {
  /** The service named the task's pictures, for the first time or afresh. */
  named(entry: TaskWithImages, images: readonly NamedImage[]): void;
  /** The service was asked for fresh addresses and has none. */
  notNamed(id: TaskId): void;
  /** Goes on where the last run ended. */
  resume(entry: TaskWithImages): void;
  /** Tries everything again that is not here, whatever came of earlier tries. */
  refresh(entry: TaskWithImages): void;
  /** Resolves when no picture of the task is held in memory any more. */
  inlineTaken(id: TaskId): Promise<void>;
  wake(): void;
  libraryChanged(): void;
  /** Aborts the downloads under way. Resolves when the state of every picture is saved, or after a time limit. */
  close(): Promise<void>;
}

/** One picture on its way. */
interface Job {
  readonly task: Task;
  readonly imageId: ImageId;
  readonly index: number;
  image: AnsweredImage | null;
  /** Fresh addresses asked for since one last worked. */
  asks: number;
  /** Content type of the latest error page that came instead of the picture. */
  errorPage: string | null;
  attempts: number;
  /** Resolves `inlineTaken`; set while the picture's bytes are held. */
  release: (() => void) | null;
  held: Promise<void>;
  /** Ends the present sleep early. */
  rouse: (() => void) | null;
  /** Waits for an answer that names the picture. */
  onNamed: ((image: AnsweredImage | null) => void) | null;
}

export function createImageFetcher(deps: ImageFetcherDeps): ImageFetcher {
  const { clock, random, downloads, keys, ledger, events, askAgain } = deps;
  const jobs = new Map<TaskId, Map<ImageId, Job>>();
  const gate = createDownloadGate(clock, events);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  const jobsOf = (id: TaskId): Iterable<Job> => jobs.get(id)?.values() ?? [];
  const allJobs = (): readonly Job[] => [...jobs.values()].flatMap((ofTask) => [...ofTask.values()]);

  const begin = (task: Task, { id: imageId, index, state }: Image, image: AnsweredImage | null): void => {
    const ofTask = jobs.get(task.id) ?? new Map<ImageId, Job>();
    if (closing.signal.aborted || ofTask.has(imageId)) return;
    const attempts = state.status === 'waiting' ? state.attempts : 0;
    const job: Job = { task, imageId, index, image: null, asks: 0, errorPage: null, attempts, release: null, held: Promise.resolve(), rouse: null, onNamed: null };
    give(job, image);
    jobs.set(task.id, ofTask.set(imageId, job));
    const end = (): void => {
      ofTask.delete(imageId);
      if (ofTask.size === 0) jobs.delete(task.id);
    };
    const work = run(job).then(end, end);
    running.add(work);
    const done = (): boolean => running.delete(work);
    work.then(done, done);
  };

  const give = (job: Job, image: AnsweredImage | null): void => {
    job.image = image;
    if (image?.kind !== 'inline') return;
    job.held = new Promise((resolve) => {
      job.release = resolve;
    });
  };

  const run = async (job: Job): Promise<void> => {
    while (!closing.signal.aborted) {
      const { image } = job;
      if (image === null) {
        if (!(await nameAgain(job))) return persist(job, job.errorPage === null ? { status: 'expired' } : { status: 'refused', why: 'not-a-picture', detail: job.errorPage });
        continue;
      }
      const outcome = await download(job, image);
      if (closing.signal.aborted && outcome.kind !== 'kept') return;
      if (await isDone(job, image, outcome)) return;
    }
  };

  const download = async (job: Job, image: AnsweredImage): Promise<DownloadOutcome> => {
    if (image.kind === 'url') return gate.pass(() => attempt(job, image));
    const outcome = await attempt(job, image);
    gate.observe(outcome);
    // The bytes are let go whatever came of it: they can be asked for again.
    job.image = null;
    job.release?.();
    return outcome;
  };

  const attempt = async ({ task, index }: Job, image: AnsweredImage): Promise<DownloadOutcome> => {
    try {
      const baseUrl = await keys.baseUrl(task.accountId);
      if (baseUrl === null) return { kind: 'trouble', detail: 'no-account', retryAfterMs: null };
      const { prompt } = task.request;
      return await downloads.download({ image, taskId: task.id, index, prompt, taskCreatedAt: task.createdAt, baseUrl, signal: closing.signal });
    } catch (error) {
      return { kind: 'trouble', detail: String(error), retryAfterMs: null };
    }
  };

  const isDone = async (job: Job, image: AnsweredImage, outcome: DownloadOutcome): Promise<boolean> => {
    switch (outcome.kind) {
      case 'kept':
        await persist(job, { status: 'kept', file: outcome.file });
        return true;
      case 'refused':
        await persist(job, { status: 'refused', why: outcome.why, detail: outcome.detail });
        return true;
      case 'expired':
      case 'error-page':
        job.image = null;
        job.errorPage = outcome.kind === 'error-page' ? outcome.detail : null;
        return false;
      case 'trouble': {
        job.asks = 0;
        job.attempts += 1;
        await tell(job, outcome.detail);
        const wait = backoff(job.attempts, random, longestWait);
        await (outcome.retryAfterMs === null ? sleep(job, wait, true) : sleep(job, Math.max(wait, outcome.retryAfterMs), false));
        return false;
      }
      case 'library':
        job.asks = 0;
        // One with an address waits at the gate.
        if (image.kind === 'inline') await sleep(job, inlineRetry, true);
        return false;
      default:
        return assertNever(outcome);
    }
  };

  /**
   * False when the service has named no address that works. One that it names again is tried again: there are hosts
   * that have a picture only some seconds after the service says so.
   */
  const nameAgain = async (job: Job): Promise<boolean> => {
    while (job.asks < maxAsks && !closing.signal.aborted) {
      const named = new Promise<AnsweredImage | null>((resolve) => {
        job.onNamed = resolve;
      });
      askAgain(job.task, job.asks === 0 ? 0 : backoff(job.asks, random));
      const image = await named;
      job.onNamed = null;
      job.asks += 1;
      if (image === null) continue;
      if (job.image === null) job.image = image;
      return true;
    }
    return closing.signal.aborted;
  };

  const answerJobs = (id: TaskId, images: readonly NamedImage[]): void => {
    for (const job of jobsOf(id)) {
      const { onNamed } = job;
      if (onNamed === null) continue;
      job.onNamed = null;
      const image = imageAt(images, job.index);
      if (image?.kind === 'inline') give(job, image);
      onNamed(image);
    }
  };

  /** What happened to a picture holds even while the disk refuses it: tried until it is written. */
  const persist = async (job: Job, state: ImageState): Promise<void> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await ledger.saveImage(job.task.id, job.imageId, state);
      } catch {
        if (closing.signal.aborted) return;
        await sleep(job, backoff(failures, random), true);
      }
    }
  };

  /** For showing: nothing depends on it. */
  const tell = (job: Job, trouble: string): Promise<void> =>
    ledger.saveImage(job.task.id, job.imageId, { status: 'waiting', attempts: job.attempts, trouble }).catch(() => undefined);

  const sleep = (job: Job, delay: number, mayBeRoused: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (closing.signal.aborted) return resolve();
      const end = (): void => {
        cancel();
        job.rouse = null;
        closing.signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = clock.after(delay, end);
      closing.signal.addEventListener('abort', end);
      if (mayBeRoused) job.rouse = end;
    });

  const resumeAll = async ({ task, images }: TaskWithImages): Promise<void> => {
    // Where the stored addresses cannot be read, the service is asked for fresh ones.
    const stored = await ledger.storedImages(task.id).catch(() => []);
    for (const image of images) {
      if (image.state.status !== 'waiting') continue;
      const source = stored.find(({ id }) => id === image.id)?.source;
      begin(task, image, source?.kind === 'url' ? source : null);
    }
  };

  const refreshAll = async ({ task, images }: TaskWithImages): Promise<void> => {
    for (const image of images) {
      if (image.state.status === 'kept' || image.state.status === 'removed') continue;
      const underWay = jobs.get(task.id)?.get(image.id);
      if (underWay) {
        underWay.asks = 0;
        underWay.rouse?.();
        continue;
      }
      const state: ImageState = { status: 'waiting', attempts: 0, trouble: null };
      await ledger.saveImage(task.id, image.id, state);
      begin(task, { ...image, state }, null);
    }
  };

  const rouseAll = (): void => {
    for (const job of allJobs()) job.rouse?.();
  };

  return {
    named({ task, images: known }, images) {
      answerJobs(task.id, images);
      for (const image of known) if (image.state.status === 'waiting') begin(task, image, imageAt(images, image.index));
    },
    notNamed: (id) => answerJobs(id, []),
    resume(entry) {
      resumeAll(entry).catch(() => undefined);
    },
    refresh(entry) {
      // A disk that refuses leaves the picture as it was: it can be asked for again.
      refreshAll(entry).catch(() => undefined);
    },
    async inlineTaken(id) {
      await Promise.all([...jobsOf(id)].map((job) => job.held));
    },
    wake: rouseAll,
    libraryChanged() {
      gate.open();
      rouseAll();
    },
    async close() {
      closing.abort();
      gate.close();
      for (const job of allJobs()) job.onNamed?.(null);
      await settledWithin(clock, lastMoment, Promise.all(running));
    },
  };
}

function imageAt(images: readonly NamedImage[], index: number): NamedImage | null {
  return images.find((image, place) => positionOf(image, place) === index) ?? null;
}

export function positionOf(image: NamedImage, place: number): number {
  return 'position' in image ? image.position : place;
}
