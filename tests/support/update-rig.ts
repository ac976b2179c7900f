import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Log } from '../../electron/core/log/log.ts';
import { fileIdOf } from '../../electron/core/updates/file-id.ts';
import { removeStrayParts, replaceAppImage } from '../../electron/core/updates/replace-app-image.ts';
import type { Installer, UpdateFacts } from '../../electron/core/updates/update-memory.ts';
import { createUpdater, type Updater, type UpdaterDeps } from '../../electron/core/updates/updater.ts';
import { createSocketHttp, type SocketHttp } from '../../electron/network/socket-http.ts';
import { fakeAppImage, startFeedServer, target, type FeedServer } from './feed-server.ts';

export const noFacts: UpdateFacts = { place: 40, askedAt: null, checkedAt: null, ready: null, installing: null, failed: null, release: null, isStarting: false, ran: null, news: null };

const quietLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface UpdateRig {
  folder: string;
  server: FeedServer;
  /** The running app. */
  appImage: string;
  facts: UpdateFacts;
  /** What was handed to the installer. */
  readonly staged: string[];
  /** Every state that the window would show. */
  readonly states: string[];
  /** Latent as it starts, and as it starts again. */
  start(more?: Partial<UpdaterDeps>): Promise<Updater>;
}

/** A copy of Latent 1.0.0 that replaces itself, and the host of its feed. Installs its hooks in the calling test file. */
export function useUpdateRig(): UpdateRig {
  let http: SocketHttp;
  const rig = { staged: [] as string[], states: [] as string[] } as unknown as UpdateRig;
  beforeAll(async () => {
    rig.server = await startFeedServer();
  });
  afterAll(() => rig.server.stop());
  beforeEach(async () => {
    await rig.server.reset();
    const folder = await mkdtemp(path.join(tmpdir(), 'latent-updates-'));
    const appImage = path.join(folder, 'apps', 'Latent-1.0.0.AppImage');
    await mkdir(path.dirname(appImage));
    await writeFile(appImage, fakeAppImage('1.0.0'));
    await chmod(appImage, 0o755);
    http = createSocketHttp();
    rig.staged.length = 0;
    rig.states.length = 0;
    let started = '';
    const installer: Installer = {
      tidy: () => removeStrayParts(appImage),
      stage: async (file) => void rig.staged.push(path.basename(file)),
      async install(file, sha512) {
        await replaceAppImage(appImage, started, file, sha512);
        return 'replaced';
      },
    };
    Object.assign(rig, { folder, appImage, facts: noFacts });
    rig.start = async (more = {}) => {
      started = fileIdOf(await stat(appImage, { bigint: true }));
      const updater: Updater = createUpdater({
        feed: rig.server.feed,
        version: '1.0.0',
        way: 'itself',
        target,
        installer,
        http,
        clock: { now: () => 1_000 },
        log: quietLog,
        memory: { get: () => rig.facts, set: (facts) => void (rig.facts = facts) },
        folder: path.join(folder, 'updates'),
        changed: () => rig.states.push(updater.progress().found?.step.at ?? 'nothing'),
        ...more,
      });
      await updater.begin();
      return updater;
    };
  });
  afterEach(async () => {
    await http.close();
    await rm(rig.folder, { recursive: true, force: true });
  });
  return rig;
}
