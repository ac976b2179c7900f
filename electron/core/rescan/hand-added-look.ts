import type { ImageId } from '../../../shared/task.ts';
import type { Clock } from '../util/clock.ts';
import { readAgain, takeHandAdded, type HandAddedDeps } from './hand-added.ts';
import { createOwnNames, type OwnNamesDeps } from './own-names.ts';

/** Looks for pictures that were put into the library folders by hand, now and then. */
export interface HandAddedLook {
  /** Looks soon, unless that was done a moment ago. */
  soon(): void;
  /** A file in this folder (absolute) was written anew under its name: its time does not tell, and it is looked into soon. */
  changed(folder: string): void;
  close(): Promise<void>;
}

export interface HandAddedLookDeps extends Omit<HandAddedDeps, 'ownNames' | 'repository'> {
  readonly repository: HandAddedDeps['repository'] & OwnNamesDeps['repository'];
  readonly clock: Clock;
  readonly added: (imageIds: readonly ImageId[]) => void;
  /** A missing picture's file is there under another name. */
  readonly renamed: () => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds after which a look begins, so that it is in nobody's way, and between the end of one and the next. */
const delay = 2_000;
const pause = 10_000;

export function createHandAddedLook(deps: HandAddedLookDeps): HandAddedLook {
  const { clock } = deps;
  const ownNames = createOwnNames(deps);
  const stop = new AbortController();
  let cancel: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let notBefore = 0;
  const changed = new Set<string>();

  const forgetTimes = async (): Promise<void> => {
    if (changed.size === 0) return;
    const times = new Map(await deps.memory.read());
    for (const folder of changed) times.set(folder, readAgain);
    changed.clear();
    await deps.memory.write(times);
  };

  const look = async (): Promise<void> => {
    try {
      await forgetTimes();
      const { imageIds, renamed, resting, trouble } = await takeHandAdded({ ...deps, ownNames }, stop.signal);
      if (imageIds.length > 0) deps.added(imageIds);
      if (renamed) deps.renamed();
      again ||= resting;
      if (trouble !== null) deps.failed(trouble);
    } catch (error) {
      if (!stop.signal.aborted) deps.failed(error);
    }
    await deps.thread.rest();
    notBefore = clock.monotonic() + pause;
  };

  const soon = (): void => {
    if (stop.signal.aborted || cancel !== null) return;
    if (looking !== null) {
      again = true;
      return;
    }
    cancel = clock.after(Math.max(delay, notBefore - clock.monotonic()), () => {
      cancel = null;
      again = false;
      looking = look().finally(() => {
        looking = null;
        if (again) soon();
      });
    });
  };

  return {
    soon,
    changed(folder) {
      changed.add(folder);
      soon();
    },
    async close() {
      stop.abort();
      cancel?.();
      await Promise.all([deps.thread.close(), looking]);
    },
  };
}
