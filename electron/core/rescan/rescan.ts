import type { ImageId } from '../../../shared/task.ts';
import type { Clock } from '../util/clock.ts';
import { readAgain, takeAddedFiles, type AddedFilesDeps } from './added-files.ts';

/** Rescans the library folders from time to time for pictures that a person put there. */
export interface Rescan {
  /** Starts a rescan soon, but not within ten seconds of the last one. */
  soon(): void;
  /** A file in this folder (absolute) was overwritten, which its folder's time does not show. */
  changed(folder: string): void;
  close(): Promise<void>;
}

export interface RescanDeps extends AddedFilesDeps {
  readonly clock: Clock;
  readonly added: (imageIds: readonly ImageId[]) => void;
  /** A missing picture's file is there under another name. */
  readonly renamed: () => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds before a rescan, so that it does not disturb what the person is doing, and between two rescans. */
const delay = 2_000;
const pause = 10_000;

export function createRescan(deps: RescanDeps): Rescan {
  const { clock } = deps;
  const stop = new AbortController();
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let notBefore = 0;
  const overwritten = new Set<string>();

  const forgetTimes = async (): Promise<void> => {
    if (overwritten.size === 0) return;
    const times = new Map(await deps.memory.read());
    for (const folder of overwritten) times.set(folder, readAgain);
    overwritten.clear();
    await deps.memory.write(times);
  };

  const rescan = async (): Promise<void> => {
    try {
      await forgetTimes();
      const { imageIds, renamed, changing, trouble } = await takeAddedFiles(deps, stop.signal);
      if (imageIds.length > 0) deps.added(imageIds);
      if (renamed) deps.renamed();
      again ||= changing;
      if (trouble !== null) deps.failed(trouble);
    } catch (error) {
      if (!stop.signal.aborted) deps.failed(error);
    }
    await deps.thread.stop();
    notBefore = clock.monotonic() + pause;
  };

  const soon = (): void => {
    if (stop.signal.aborted || cancel !== null) return;
    if (running !== null) {
      again = true;
      return;
    }
    cancel = clock.after(Math.max(delay, notBefore - clock.monotonic()), () => {
      cancel = null;
      again = false;
      running = rescan().finally(() => {
        running = null;
        if (again) soon();
      });
    });
  };

  return {
    soon,
    changed(folder) {
      overwritten.add(folder);
      soon();
    },
    async close() {
      stop.abort();
      cancel?.();
      await Promise.all([deps.thread.close(), running]);
    },
  };
}
