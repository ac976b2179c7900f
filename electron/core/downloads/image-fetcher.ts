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

/** Requests for a fresh address before a picture counts as expired. */
const maxRequests = 3;

/** Errors that say that nothing answers at the address. */
const noAnswer: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND']);

/** Longest pause after a failed download, in milliseconds. */
const longestPause = 10 * 60_000;

/** Milliseconds after which an inline picture is requested again while the library takes no files. */
const inlineRetry = 30_000;

export interface ImageFetcherDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly downloads: ImageDownloads;
  readonly keys: Pick<AccountKeys, 'baseUrl'>;
  readonly ledger: Pick<TaskLedger, 'saveImage' | 'storedImages'>;
  readonly events: EngineEvents;
  /** Queries a task, `delay` milliseconds from now, for fresh addresses. */
  readonly requery: (task: Task, delay: number) => void;
}

/** Milliseconds that closing waits for aborted downloads. */
const closingLimit = 2_000;

/** Downloads the pictures of completed tasks into the library, and retries each until it arrives or is no longer available. */
export interface ImageFetcher {
  /** The service named pictures of the task. */
  named(entry: TaskWithImages, images: readonly NamedImage[]): void;
  /** The service was queried for fresh addresses and named none. */
  notNamed(id: TaskId): void;
  /** Continues with the pictures that the last run left waiting. */
  resume(entry: TaskWithImages): void;
  /** Tries all missing pictures again, whatever the earlier outcome. */
  refresh(entry: TaskWithImages): void;
  /** Resolves when no picture of the task is held in memory any more. */
  inlineTaken(id: TaskId): Promise<void>;
  wake(): void;
  libraryChanged(): void;
  /** Aborts the downloads under way. Resolves when the state of every picture is saved, or after a time limit. */
  close(): Promise<void>;
}

/** One picture that is being fetched. */
interface Job {
  readonly task: Task;
  readonly imageId: ImageId;
  readonly index: number;
  /** Null: its address expired, or its bytes are no longer in memory. */
  image: AnsweredImage | null;
  /** Fresh addresses requested since one last worked. */
  requests: number;
  /** Content type of the latest error page that came instead of the picture. */
  errorPage: string | null;
  /** All attempts, for the person. */
  attempts: number;
  /** Attempts since the app started or the person asked. They set the pause, so that a new start tries soon. */
  failures: number;
  /** Resolves `inlineTaken`; set while the picture's bytes are held. */
  release: (() => void) | null;
  held: Promise<void>;
  /** Ends the current pause early. */
  rouse: (() => void) | null;
  /** Called with the next answer's picture, or null if it names none. */
  onNamed: ((image: AnsweredImage | null) => void) | null;
}

export function createImageFetcher(deps: ImageFetcherDeps): ImageFetcher {
  const { clock, random, downloads, keys, ledger, events, requery } = deps;
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
    const job: Job = { task, imageId, index, image: null, requests: 0, errorPage: null, attempts, failures: 0, release: null, held: Promise.resolve(), rouse: null, onNamed: null };
    setImage(job, image);
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

  const setImage = (job: Job, image: AnsweredImage | null): void => {
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
        if (!(await requestAddress(job))) return persist(job, job.errorPage === null ? { status: 'expired' } : { status: 'refused', why: 'not-a-picture', detail: job.errorPage });
        continue;
      }
      const outcome = await download(job, image);
      if (closing.signal.aborted && outcome.kind !== 'kept') return;
      if (await takeOutcome(job, image, outcome)) return;
    }
  };

  const download = async (job: Job, image: AnsweredImage): Promise<DownloadOutcome> => {
    if (image.kind === 'url') return gate.pass(() => attempt(job, image));
    const outcome = await attempt(job, image);
    gate.observe(outcome);
    // The bytes are released whatever the outcome: they can be requested again.
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

  const takeOutcome = async (job: Job, image: AnsweredImage, outcome: DownloadOutcome): Promise<boolean> => {
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
        job.requests = 0;
        job.attempts += 1;
        job.failures += 1;
        await showTrouble(job, outcome.detail);
        // The pictures may have moved to another host or port. The next attempt uses the address that the service names now.
        if (job.failures > 1 && noAnswer.has(outcome.detail)) requery(job.task, 0);
        const wait = backoff(job.failures, random, longestPause);
        await (outcome.retryAfterMs === null ? pause(job, wait, true) : pause(job, Math.max(wait, outcome.retryAfterMs), false));
        return false;
      }
      case 'library':
        job.requests = 0;
        // A picture with an address waits at the gate.
        if (image.kind === 'inline') await pause(job, inlineRetry, true);
        return false;
      default:
        return assertNever(outcome);
    }
  };

  /**
   * Resolves to false if the service names no picture any more. The same address is tried again, because some hosts have a picture only
   * seconds after the service names it.
   */
  const requestAddress = async (job: Job): Promise<boolean> => {
    while (job.requests < maxRequests && !closing.signal.aborted) {
      const answer = new Promise<AnsweredImage | null>((resolve) => {
        job.onNamed = resolve;
      });
      requery(job.task, job.requests === 0 ? 0 : backoff(job.requests, random));
      const image = await answer;
      job.onNamed = null;
      job.requests += 1;
      if (image === null) continue;
      if (job.image === null) job.image = image;
      return true;
    }
    return closing.signal.aborted;
  };

  const answerJobs = (id: TaskId, images: readonly NamedImage[]): void => {
    for (const job of jobsOf(id)) {
      const { onNamed } = job;
      const image = imageAt(images, job.index);
      if (onNamed === null) {
        if (job.image?.kind === 'url' && image?.kind === 'url') job.image = image;
        continue;
      }
      job.onNamed = null;
      if (image?.kind === 'inline') setImage(job, image);
      onNamed(image);
    }
  };

  /** Repeats until the disk takes it: what happened to a picture cannot be undone. */
  const persist = async (job: Job, state: ImageState): Promise<void> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await ledger.saveImage(job.task.id, job.imageId, state);
      } catch {
        if (closing.signal.aborted) return;
        await pause(job, backoff(failures, random), true);
      }
    }
  };

  /** Only shown; nothing depends on it. */
  const showTrouble = (job: Job, trouble: string): Promise<void> =>
    ledger.saveImage(job.task.id, job.imageId, { status: 'waiting', attempts: job.attempts, trouble }).catch(() => undefined);

  const pause = (job: Job, delay: number, mayBeRoused: boolean): Promise<void> =>
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
    // If the stored addresses cannot be read, fresh ones are requested.
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
        underWay.requests = 0;
        underWay.attempts = 0;
        underWay.failures = 0;
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
      // If the disk refuses, the picture stays as it was, and the person can try again.
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
      await settledWithin(clock, closingLimit, Promise.all(running));
    },
  };
}

function imageAt(images: readonly NamedImage[], index: number): NamedImage | null {
  return images.find((image, place) => positionOf(image, place) === index) ?? null;
}

export function positionOf(image: NamedImage, place: number): number {
  return 'position' in image ? image.position : place;
}
