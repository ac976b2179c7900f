import path from 'node:path';
import { compareVersions } from '../../shared/updates/release.ts';
import type { Updates } from '../../shared/updates/update-state.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Http } from '../core/http/http-client.ts';
import { errorFacts } from '../core/log/log.ts';
import type { UpdateFacts } from '../core/updates/update-memory.ts';
import type { Updater, UpdateProgress } from '../core/updates/updater.ts';
import type { UpdateControl } from '../handlers/updates-port.ts';
import { openUpdatesStore } from '../platform/stores/updates-store.ts';
import type { Host } from './host.ts';
import type { EarlyParts } from './start-early.ts';

export interface UpdateParts {
  readonly control: UpdateControl;
  /** Ends a check under way. */
  close(): Promise<void>;
}

/** Milliseconds after the start until the first look, which comes at once if the start before ended sooner, and between two. A computer sleeps, so that a day is not one timer. */
const firstLook = 60_000;
const lookInterval = 60 * 60_000;
/** Milliseconds between two checks that nobody asked for. */
const checkInterval = 24 * 60 * 60_000;

const nothing: UpdateProgress = { isChecking: false, fault: null, found: null };

/** Updates, if the build has a feed. Looks for them from now on. Their code is loaded at the first look, so that no start reads it. */
export function composeUpdates(host: Host, { changes }: Pick<EarlyParts, 'changes'>, { settings, http }: { readonly settings: { get(): Settings }; readonly http: () => Http }): UpdateParts {
  if (host.updates === null) return noUpdates;
  const { version, userData, clock } = host;
  const { log } = host.appLog;
  const { feed, way, target, restarts, installer, quit, atEnd } = host.updates;
  const memory = openUpdatesStore(userData);
  const note = (facts: Partial<UpdateFacts>): void => {
    try {
      memory.set({ ...memory.get(), ...facts });
    } catch (error) {
      log.warn('app', 'the version that runs was not noted', errorFacts(error));
    }
  };
  const endedEarly = memory.get().isStarting;
  note({ ...greeted(memory.get(), version), isStarting: true });

  let updater: Updater | null = null;
  let loading: Promise<Updater> | null = null;
  /** The person chose to install it now. */
  let isAsked = false;
  let cancelLook: () => void = () => undefined;
  let isFirstMinute = true;

  const state = (): Updates => {
    const { checkedAt, news } = memory.get();
    return { way, restarts, checkedAt, news, ...(updater?.progress() ?? nothing) };
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
    const { askedAt } = memory.get();
    // A clock that was set back must not end all checks.
    return askedAt === null || clock.now() - askedAt >= checkInterval || askedAt > clock.now();
  };
  const look = async (): Promise<void> => {
    const loadedUpdater = await loaded();
    // Without a network, nothing is asked, and the next look does it.
    if (settings.get().updatesItself && isDue() && host.isOnline()) await loadedUpdater.check();
  };
  const lookAfter = (delay: number): void => {
    cancelLook = clock.after(delay, () => {
      look().catch(failed);
      lookAfter(lookInterval);
    });
  };

  const close = async (): Promise<void> => {
    cancelLook();
    cancelFirstMinute();
    await updater?.close();
  };
  const cancelFirstMinute = clock.after(firstLook, () => {
    isFirstMinute = false;
    note({ isStarting: false });
  });
  lookAfter(endedEarly ? 0 : firstLook);
  atEnd(async (isClosed, how) => {
    // A start that failed has closed nothing.
    await close();
    if (how === 'quit') note({ isStarting: false });
    const isTime = isClosed && (how === 'quit' || isFirstMinute);
    const isWanted = isTime && memory.get().ready !== null && (isAsked || settings.get().updatesItself);
    const then = isWanted ? await loaded().then((loadedUpdater) => loadedUpdater.install(isAsked && restarts)).catch((error: unknown) => (failed(error), 'nothing' as const)) : 'nothing';
    if (then === 'at-work') return 'replaced';
    return isAsked ? 'start-again' : then;
  });

  return {
    control: {
      state,
      check: () => loaded().then((loadedUpdater) => loadedUpdater.check(), failed),
      restart() {
        isAsked = true;
        quit();
      },
    },
    close,
  };
}

/** What is noted of the version that runs: whether it is newer than the one before. */
function greeted({ ran, release }: UpdateFacts, version: string): Partial<UpdateFacts> {
  if (ran === version) return {};
  const isNewer = ran !== null && compareVersions(version, ran) > 0;
  return { ran: version, news: isNewer && release?.version === version ? { release, isTold: false } : null };
}

const noUpdates: UpdateParts = {
  control: { state: () => null, check: () => Promise.resolve(), restart: () => undefined },
  close: () => Promise.resolve(),
};
