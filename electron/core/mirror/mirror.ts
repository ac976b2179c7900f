import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppFailure, errorCodes } from '../../../shared/errors.ts';
import type { MirrorSetting } from '../../../shared/mirror/mirror-setting.ts';
import type { MirroredStates, MirrorState, MirrorTest } from '../../../shared/mirror/mirror-state.ts';
import type { ObjectStore } from '../http/object-store.ts';
import type { Clock } from '../util/clock.ts';
import { readJsonFile } from '../util/json-file.ts';
import { createThrottle } from '../util/throttle.ts';
import { writeFailure, writeWholeFile } from '../util/whole-file.ts';
import { openKnownFiles } from './known-files.ts';
import { mirrorFailure } from './mirror-failure.ts';
import { objectKey, sha256Of } from './mirror-format.ts';
import { runMirror, type MirrorRunInput } from './mirror-run.ts';
import { newestStates, stateOf } from './mirrored-states.ts';

/** A bucket with what opens it. */
export interface MirrorBucket {
  readonly setting: MirrorSetting;
  readonly secret: string;
  /** Of credentials for a while. */
  readonly sessionToken?: string;
}

export interface Mirror {
  /** Begins to mirror. Throws `mirror-under-way`. `check`: asks the bucket for every file, also for those that it had before. */
  begin(bucket: MirrorBucket, check: boolean): void;
  stop(): void;
  /** How it goes, or how the latest ended. Null: nothing was ever mirrored. */
  state(): MirrorState | null;
  /** Resolves when none is under way. */
  settled(): Promise<void>;
  /** Puts a small object, and reads what the bucket has. Rejects with the AppFailure of what is wrong. */
  test(bucket: MirrorBucket): Promise<MirrorTest>;
  /** The newest state of each profile that the bucket has. Rejects as `test` does. */
  states(bucket: MirrorBucket): Promise<MirroredStates>;
  close(): Promise<void>;
}

export interface MirrorDeps extends Pick<MirrorRunInput, 'profile' | 'computer' | 'copyHistory' | 'records'> {
  readonly clock: Clock;
  /** A folder of the profile, absolute, for what is known of buckets. */
  readonly folder: string;
  readonly roots: () => readonly string[];
  readonly open: (bucket: MirrorBucket) => Promise<ObjectStore>;
  readonly changed: (state: MirrorState) => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds between two reports of progress. */
const progressInterval = 200;
const probe = 'Latent looked here whether it can mirror a library. This object may be removed.\n';

const count = z.int().min(0);
const stateSchema = z.object({
  phase: z.enum(['done', 'stopped', 'failed']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  files: count,
  done: count,
  sent: count,
  sentBytes: count,
  leftOut: count,
  leftOutFiles: z.array(z.object({ path: z.string(), reason: z.enum(['changing', 'unreadable', 'unreachable']) })),
  error: z.object({ code: z.enum(errorCodes), detail: z.string().exactOptional() }).nullable(),
}) satisfies z.ZodType<MirrorState>;

/** Mirrors the library, one run at a time. Resolves once it is known how the latest run ended. */
export async function openMirror({ clock, folder, roots, open, changed, failed, ...rest }: MirrorDeps): Promise<Mirror> {
  const lastFile = path.join(folder, 'last.json');
  let state: MirrorState | null = await readJsonFile(lastFile, stateSchema);
  let underWay: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  const throttle = createThrottle(clock, () => state && changed(state));
  const put = (change: Partial<MirrorState>): void => {
    if (state !== null) state = { ...state, ...change };
    throttle.soon(progressInterval);
  };

  const run = async (bucket: MirrorBucket, check: boolean, stop: AbortController): Promise<void> => {
    let end: Pick<MirrorState, 'phase' | 'error'> = { phase: 'done', error: null };
    const { endpoint, bucket: name, prefix } = bucket.setting;
    try {
      const known = openKnownFiles(folder, JSON.stringify([endpoint, name, prefix]));
      await runMirror({ ...rest, store: await open(bucket), prefix, now: clock.now, roots: roots(), known, check, signal: stop.signal, changed: put });
    } catch (error) {
      end = stop.signal.aborted ? { phase: 'stopped', error: null } : { phase: 'failed', error: appErrorOf(error) };
      if (end.error?.code === 'internal') failed(error);
    }
    put({ ...end, endedAt: clock.now() });
    await mkdir(folder, { recursive: true })
      .then(() => writeWholeFile(lastFile, [JSON.stringify(state)]))
      .catch(failed);
    underWay = null;
    throttle.now();
  };
  const appErrorOf = (error: unknown) => {
    const known = writeFailure(mirrorFailure(error), folder);
    return known instanceof AppFailure ? known.appError : { code: 'internal' as const };
  };

  const statesOf = async (bucket: MirrorBucket): Promise<MirroredStates> => {
    try {
      const { manifests, damaged } = await newestStates(await open(bucket), bucket.setting.prefix);
      return { states: manifests.map(stateOf), damaged };
    } catch (error) {
      throw mirrorFailure(error);
    }
  };

  return {
    begin(bucket, check) {
      if (underWay !== null) throw new AppFailure('mirror-under-way');
      state = { phase: 'running', startedAt: clock.now(), endedAt: null, files: 0, done: 0, sent: 0, sentBytes: 0, leftOut: 0, leftOutFiles: [], error: null };
      const stop = new AbortController();
      underWay = { stop, ended: run(bucket, check, stop) };
      throttle.now();
    },
    stop: () => underWay?.stop.abort(),
    state: () => state,
    settled: () => underWay?.ended ?? Promise.resolve(),
    async test(bucket) {
      const { prefix } = bucket.setting;
      const states = await statesOf(bucket);
      try {
        const store = await open(bucket);
        const sha256 = sha256Of(probe);
        const key = objectKey(prefix, { sha256 });
        // The second one must be refused. Both are the same, so that nothing is lost if it is not.
        await store.put(key, Buffer.from(probe), sha256);
        const refusesToReplace = (await store.put(key, Buffer.from(probe), sha256)) === 'taken';
        return { refusesToReplace, ...states };
      } catch (error) {
        throw mirrorFailure(error);
      }
    },
    states: statesOf,
    async close() {
      underWay?.stop.abort();
      await underWay?.ended;
      throttle.stop();
    },
  };
}
