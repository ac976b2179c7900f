import { remoteIdOf, type Image, type ImageId, type ImageState, type Task, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import type { EngineEvents } from '../task-events.ts';
import type { TaskLedger } from '../ledger/task-ledger.ts';
import type { StoredImage } from '../task-store.ts';
import { isDataAddress } from '../../image-header/inline-picture.ts';
import { positionOf, type AnsweredImage, type NamedImage } from '../../service/answers/answered-image.ts';
import { settledWithin } from '../../util/settled-within.ts';
import { createDownloadGate } from './download-gate.ts';
import { startImageJob, type ImageJob, type ImageJobDeps } from './download-retries.ts';

/** Milliseconds that closing waits for aborted downloads. */
const closingLimit = 2_000;

export interface TaskDownloadsDeps extends Omit<ImageJobDeps, 'gate' | 'closing' | 'placed'> {
  readonly ledger: Pick<TaskLedger, 'saveImage' | 'storedImages'>;
  readonly events: Pick<EngineEvents, 'notice' | 'imagePlaced'>;
}

/** Fetches the pictures of tasks into the library, each by a job of its own (download-retries.ts). */
export interface TaskDownloads {
  /** The service named pictures of the task. */
  named(entry: TaskWithImages, images: readonly NamedImage[]): void;
  /** The service was queried for fresh addresses and named none. */
  notNamed(id: TaskId): void;
  /** Continues with the pictures that the last run left waiting. */
  resume(entry: TaskWithImages): void;
  /** Tries all missing pictures again, whatever the earlier outcome. */
  refresh(entry: TaskWithImages): void;
  /** Resolves when no bytes of the task's pictures are in memory any more. */
  bytesTaken(id: TaskId): Promise<void>;
  wake(): void;
  libraryChanged(): void;
  /** Aborts the downloads under way. Resolves when the state of every picture is saved, or after a time limit. */
  close(): Promise<void>;
}

export function createTaskDownloads({ events, ...deps }: TaskDownloadsDeps): TaskDownloads {
  const { clock, ledger } = deps;
  const jobs = new Map<TaskId, Map<ImageId, ImageJob>>();
  const gate = createDownloadGate(clock, events);
  const closing = new AbortController();

  const jobsOf = (id: TaskId): readonly ImageJob[] => [...(jobs.get(id)?.values() ?? [])];
  const allJobs = (): readonly ImageJob[] => [...jobs.keys()].flatMap(jobsOf);

  const begin = (task: Task, image: Image, first: AnsweredImage | null): void => {
    const ofTask = jobs.get(task.id) ?? new Map<ImageId, ImageJob>();
    if (closing.signal.aborted || ofTask.has(image.id)) return;
    const job = startImageJob({ ...deps, gate, closing: closing.signal, placed: events.imagePlaced }, task, image, first);
    jobs.set(task.id, ofTask.set(image.id, job));
    void job.done.then(() => {
      ofTask.delete(image.id);
      if (ofTask.size === 0) jobs.delete(task.id);
    });
  };

  const resumeAll = async ({ task, images }: TaskWithImages): Promise<void> => {
    const waiting = images.filter(({ state }) => state.status === 'waiting');
    if (waiting.length === 0) return;
    // If the stored addresses cannot be read, fresh ones are requested.
    const stored = await ledger.storedImages(task.id).catch(() => []);
    for (const image of waiting) begin(task, image, storedAddress(stored, image));
  };

  const refreshAll = async ({ task, images }: TaskWithImages): Promise<void> => {
    // Without an id, no address can be requested, and neither can bytes that were stored.
    const stored = (await ledger.storedImages(task.id)).filter(({ source }) => remoteIdOf(task) === null || (source?.kind === 'url' && isDataAddress(source.url)));
    for (const image of images) {
      if (image.state.status === 'kept' || image.state.status === 'removed') continue;
      const underWay = jobs.get(task.id)?.get(image.id);
      if (underWay) {
        underWay.retry();
        continue;
      }
      const state: ImageState = { status: 'waiting', attempts: 0, trouble: null };
      await ledger.saveImage(task.id, image.id, state);
      begin(task, { ...image, state }, storedAddress(stored, image));
    }
  };

  const wake = (): void => {
    for (const job of allJobs()) job.wake();
  };

  return {
    named({ task, images: known }, images) {
      for (const job of jobsOf(task.id)) job.named(imageAt(images, job.index));
      for (const image of known) if (image.state.status === 'waiting') begin(task, image, imageAt(images, image.index));
    },
    notNamed(id) {
      for (const job of jobsOf(id)) job.named(null);
    },
    resume(entry) {
      resumeAll(entry).catch(() => undefined);
    },
    refresh(entry) {
      // If the disk refuses, the picture stays as it was, and the person can try again.
      refreshAll(entry).catch(() => undefined);
    },
    async bytesTaken(id) {
      await Promise.all(jobsOf(id).map((job) => job.bytesTaken()));
    },
    wake,
    libraryChanged() {
      gate.open();
      wake();
    },
    async close() {
      closing.abort();
      gate.close();
      const open = allJobs();
      for (const job of open) job.stop();
      await settledWithin(clock, closingLimit, Promise.all(open.map(({ done }) => done)));
    },
  };
}

function storedAddress(stored: readonly StoredImage[], { id }: Image): AnsweredImage | null {
  const source = stored.find((image) => image.id === id)?.source;
  return source?.kind === 'url' ? source : null;
}

function imageAt(images: readonly NamedImage[], index: number): NamedImage | null {
  return images.find((image, at) => positionOf(image, at) === index) ?? null;
}
