import path from 'node:path';
import { compareVersions } from '../../shared/updates/release.ts';
import type { Updates } from '../../shared/updates/update-state.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Http } from '../core/http/http-client.ts';
import { errorFacts } from '../core/log/log.ts';
import type { Updater, UpdateProgress } from '../core/updates/updater.ts';
import type { UpdateControl } from '../handlers/updates-port.ts';
import { openUpdatesStore } from '../platform/stores/updates-store.ts';
import type { Host } from './host.ts';
import type { EarlyParts } from './start-early.ts';

export interface UpdateParts {
  readonly control: UpdateControl;
  /** Looks for updates from now on. Called once. */
  start(): void;
  /** Ends a check under way. */
  close(): Promise<void>;
  /**
   * Replaces the app by what is ready, if everything else is closed. To be called at an end that is no crash. Never rejects. Resolves to what was done:
   * `start-again`: the host is to start Latent. `replaced`: nobody may, because an installer may be at work, or starts it itself.
   */
  install(this: void, isClosed: boolean): Promise<'nothing' | 'replaced' | 'start-again'>;
}

/** Milliseconds after the start until the first look, and between two. A computer sleeps, so that a day is not one timer. */
const firstLook = 60_000;
const lookInterval = 60 * 60_000;
/** Milliseconds between two checks that nobody asked for. */
const checkInterval = 24 * 60 * 60_000;

const nothing: UpdateProgress = { isChecking: false, fault: null, found: null };

/** Updates, if the build has a feed. Their code is loaded at the first look, so that no start reads it. */
export function composeUpdates(host: Host, { changes }: Pick<EarlyParts, 'changes'>, { settings, http }: { readonly settings: { get(): Settings }; readonly http: () => Http }): UpdateParts {
  if (host.updates === null) return noUpdates;
  const { version, userData, clock } = host;
  const { log } = host.appLog;
  const { feed, way, target, installer, quit } = host.updates;
  const memory = openUpdatesStore(userData);
  try {
    greet(memory, version);
  } catch (error) {
    log.warn('app', 'the version that runs was not noted', errorFacts(error));
  }

  let updater: Updater | null = null;
  let loading: Promise<Updater> | null = null;
  let restarts = false;
  let cancelLook: () => void = () => undefined;

  const state = (): Updates => {
    const { checkedAt, news } = memory.get();
    return { way, checkedAt, news, ...(updater?.progress() ?? nothing) };
  };
  const changed = (): void => changes.publish({ kind: 'updates', updates: state() });

  const load = async (): Promise<Updater> => {
    const [{ createUpdater }, loadedInstaller] = await Promise.all([import('../core/updates/updater.ts'), installer()]);
    const created = createUpdater({ feed, version, way, target, installer: loadedInstaller, http: http(), clock, log, memory, folder: path.join(userData, 'updates'), changed });
    updater = created;
    await created.begin();
    return created;
  };
  const loaded = async (): Promise<Updater> => {
    try {
      return await (loading ??= load());
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  const failed = (error: unknown): void => log.error('app', 'updates failed', errorFacts(error));

  const isDue = (): boolean => {
    const { checkedAt } = memory.get();
    // A clock that was set back must not end all checks.
    return checkedAt === null || clock.now() - checkedAt >= checkInterval || checkedAt > clock.now();
  };
  const look = async (): Promise<void> => {
    const loadedUpdater = await loaded();
    if (settings.get().updatesItself && isDue()) await loadedUpdater.check();
  };
  const lookAfter = (delay: number): void => {
    cancelLook = clock.after(delay, () => {
      look().catch(failed);
      lookAfter(lookInterval);
    });
  };

  return {
    control: {
      state,
      check: () => loaded().then((loadedUpdater) => loadedUpdater.check(), failed),
      restart() {
        restarts = true;
        quit();
      },
      newsTold() {
        const { news } = memory.get();
        if (news === null) return;
        memory.set({ ...memory.get(), news: { ...news, isTold: true } });
        changed();
      },
    },
    start: () => lookAfter(firstLook),
    async close() {
      cancelLook();
      await updater?.close();
    },
    async install(isClosed) {
      const isWanted = isClosed && memory.get().ready !== null && (restarts || settings.get().updatesItself);
      const then = isWanted ? await loaded().then((loadedUpdater) => loadedUpdater.install(restarts)).catch((error: unknown) => (failed(error), 'ends' as const)) : null;
      if (restarts && then !== 'starts-again') return 'start-again';
      return then === null ? 'nothing' : 'replaced';
    },
  };
}

/** Notes which version runs, and that it is newer than the one before. */
function greet(memory: ReturnType<typeof openUpdatesStore>, version: string): void {
  const facts = memory.get();
  if (facts.ran === version) return;
  const { ran, release } = facts;
  const isNewer = ran !== null && compareVersions(version, ran) > 0;
  const news = isNewer && release?.version === version ? { release, isTold: false } : null;
  memory.set({ ...facts, ran: version, news });
}

const noUpdates: UpdateParts = {
  control: { state: () => null, check: () => Promise.resolve(), restart: () => undefined, newsTold: () => undefined },
  start: () => undefined,
  close: () => Promise.resolve(),
  install: () => Promise.resolve('nothing'),
};
