import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareVersions, type Release } from '../../../shared/updates/release.ts';
import type { UpdateFault, Updates, UpdateStep, UpdateWay } from '../../../shared/updates/update-state.ts';
import type { Http } from '../http/http-client.ts';
import { errorFacts, type Log } from '../log/log.ts';
import type { Clock } from '../util/clock.ts';
import { writeWholeFile } from '../util/whole-file.ts';
import { downloadRelease, isFile, keepOnly } from './download-release.ts';
import { requestFeed } from './feed-request.ts';
import { readFeed, type Feed, type Manifest, type ReleaseFile } from './signed-feed.ts';
import { UpdateFailure, writingFailure } from './update-failure.ts';
import type { Installer, UpdateFacts, UpdateMemory } from './update-memory.ts';

/** After so many installations of a version that did not succeed, and whose reason nobody knows, the person downloads it. */
const mostTries = 3;

export interface UpdaterDeps {
  readonly feed: Feed;
  /** Of this copy of Latent. */
  readonly version: string;
  readonly way: UpdateWay;
  /** Which file of a feed replaces this copy, such as `linux-x64-appimage`. */
  readonly target: string;
  readonly installer: Installer;
  readonly http: Http;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly memory: UpdateMemory;
  /** Where feed and files are kept, absolute. */
  readonly folder: string;
  /** Called when something about `progress` has changed. */
  readonly changed: () => void;
}

export type UpdateProgress = Pick<Updates, 'isChecking' | 'fault' | 'found'>;

export interface Updater {
  progress(): UpdateProgress;
  /** Reads what an earlier run left. Never rejects. */
  begin(): Promise<void>;
  /** Asks the feed, and downloads what is newer. Never rejects: `progress` has the fault. A second call waits for the first. */
  check(): Promise<void>;
  /** Replaces the app by what is ready. To be called when everything else is closed. Never rejects. Resolves to what was done (`Installer`). */
  install(restarts: boolean): Promise<'replaced' | 'at-work' | 'nothing'>;
  /** Ends a check under way. */
  close(): Promise<void>;
}

/**
 * Everything that is asked for, downloaded or replaced is what a signed feed says (signed-feed.ts). The newest one is kept and verified again whenever it is read, so that no
 * older one is ever accepted and no other file can lead to an installation. Only this and the app itself are replaced: neither the history nor pictures.
 */
export function createUpdater({ feed, version, way, target, installer, http, clock, log, memory, folder, changed }: UpdaterDeps): Updater {
  const feedFile = path.join(folder, 'feed.json');
  const filesFolder = path.join(folder, 'files');
  const closing = new AbortController();
  let state: UpdateProgress = { isChecking: false, fault: null, found: null };
  let checking: Promise<void> | null = null;
  /** The file that the installer has. */
  let staged: string | null = null;

  const update = (next: Partial<UpdateProgress>): void => {
    state = { ...state, ...next };
    changed();
  };
  const remember = (facts: Partial<UpdateFacts>): void => memory.set({ ...memory.get(), ...facts });

  const newestFeed = async (): Promise<Manifest | null> => {
    try {
      return readFeed(await readFile(feedFile, 'utf8'), feed.publicKey);
    } catch {
      // There is none yet, it is damaged, or another key signed it.
      return null;
    }
  };

  const timesFailed = (of: string): number => {
    const { failed: last } = memory.get();
    return last?.version === of ? last.times : 0;
  };

  /** What became of the installation that an earlier run began. */
  const judgeLast = (): void => {
    const { installing } = memory.get();
    if (installing === null) return;
    const { version: wanted, fault } = installing;
    if (compareVersions(wanted, version) <= 0) return remember({ installing: null });
    const times = fault === 'refused' ? mostTries : timesFailed(wanted) + (fault === null || fault === 'not-installed' ? 1 : 0);
    remember({ installing: null, failed: { version: wanted, times } });
    update({ fault: times >= mostTries ? 'refused' : (fault ?? 'not-installed') });
  };

  /** The file that this computer may install. A step, if it installs none. */
  const judge = (manifest: Manifest): ReleaseFile | UpdateStep => {
    if (memory.get().place >= manifest.percent) return { at: 'later' };
    if (timesFailed(manifest.version) >= mostTries) return { at: 'told' };
    return (way === 'itself' ? manifest.files[target] : undefined) ?? { at: 'told' };
  };

  /** @param download gets the file. Null: it is not there */
  const follow = async (manifest: Manifest, download: (file: ReleaseFile, release: Release) => Promise<string | null>): Promise<void> => {
    const { format: _format, percent: _percent, files: _files, ...release } = manifest;
    const isNewer = compareVersions(manifest.version, version) > 0;
    const judged = isNewer ? judge(manifest) : null;
    const step = judged !== null && 'at' in judged ? judged : null;
    if (judged === null || 'at' in judged) {
      if (memory.get().ready !== null) remember({ ready: null });
      update({ found: step === null ? null : { release, step } });
      await keepOnly(filesFolder, []);
      return;
    }
    if (state.found?.release.version !== release.version) update({ found: { release, step: { at: 'stopped' } } });
    const file = await download(judged, release);
    if (file === null) return;
    if (file !== staged) await installer.stage(file, release);
    staged = file;
    remember({ ready: manifest.version });
    update({ found: { release, step: { at: 'ready' } } });
  };

  const failed = (error: unknown): void => {
    // Latent is quitting. The next run continues.
    if (closing.signal.aborted) return;
    const failure = writingFailure(error);
    const fault: UpdateFault = failure instanceof UpdateFailure ? failure.fault : 'unreachable';
    log.warn('app', 'an update went no further', { fault, ...errorFacts(error) });
    update({ fault });
  };

  const look = async (): Promise<void> => {
    // First, so that a feed that cannot be read is asked for no more often than any other.
    remember({ askedAt: clock.now() });
    const text = await requestFeed(http, feed.address, closing.signal);
    const manifest = readFeed(text, feed.publicKey);
    const newest = await newestFeed();
    if (newest !== null && isOlder(manifest, newest)) throw new UpdateFailure('older', `${manifest.version} of ${manifest.date}, after ${newest.version} of ${newest.date}`);
    await mkdir(folder, { recursive: true });
    await writeWholeFile(feedFile, [text]);
    const { format: _format, percent: _percent, files: _files, ...release } = manifest;
    remember({ release, checkedAt: clock.now() });
    update({ fault: null });
    await follow(manifest, async (file, found) => {
      const progress = (bytes: number): void => update({ found: { release: found, step: { at: 'downloading', bytes, size: file.size } } });
      try {
        return await downloadRelease({ http, feed: feed.address, file, folder: filesFolder, signal: closing.signal, progress });
      } catch (error) {
        update({ found: { release: found, step: { at: 'stopped' } } });
        throw error;
      }
    });
  };

  return {
    progress: () => state,
    async begin() {
      try {
        judgeLast();
        await installer.tidy();
        const newest = await newestFeed();
        if (newest === null) return;
        await follow(newest, async (file) => ((await isFile(path.join(filesFolder, file.name), file)) ? path.join(filesFolder, file.name) : null));
      } catch (error) {
        failed(error);
      }
    },
    check() {
      checking ??= (async () => {
        update({ isChecking: true });
        await look().catch(failed);
        checking = null;
        update({ isChecking: false });
      })();
      return checking;
    },
    async install(restarts) {
      try {
        const manifest = await newestFeed();
        if (manifest === null || manifest.version !== memory.get().ready || compareVersions(manifest.version, version) <= 0) return 'nothing';
        const judged = judge(manifest);
        if ('at' in judged) return 'nothing';
        remember({ installing: { version: manifest.version, fault: null } });
        const file = path.join(filesFolder, judged.name);
        if (!(await isFile(file, judged))) {
          remember({ ready: null });
          throw new UpdateFailure('wrong-file', 'the downloaded file has changed');
        }
        log.info('app', 'installs an update', { version: manifest.version });
        const then = await installer.install(file, judged.sha512, restarts);
        if (then !== 'not-now') return then;
        remember({ installing: null });
        return 'nothing';
      } catch (error) {
        const fault: UpdateFault = error instanceof UpdateFailure ? error.fault : 'not-installed';
        log.warn('app', 'an update was not installed', { fault, ...errorFacts(error) });
        const { installing } = memory.get();
        if (installing !== null) remember({ installing: { ...installing, fault } });
        return 'nothing';
      }
    },
    async close() {
      closing.abort();
      await checking;
    },
  };
}

/** Whether it was signed before another one, or names an older release. A host may otherwise serve an old feed for ever, or again. */
function isOlder(manifest: Manifest, newest: Manifest): boolean {
  return Date.parse(manifest.date) < Date.parse(newest.date) || compareVersions(manifest.version, newest.version) < 0;
}
