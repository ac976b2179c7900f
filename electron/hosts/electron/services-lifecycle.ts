import { settledWithin } from '../../core/util/settled-within.ts';
import type { Clock } from '../../core/util/clock.ts';

/** Milliseconds to wait for a start under way, because it may wait for something that never answers. */
const patience = 2_000;

interface Closable {
  /** Resolves to the parts that did not close. */
  close(): Promise<readonly string[]>;
}

/** Services that are started once and closed once, even if the app quits while they start. */
export interface Lifecycle<Services extends Closable> {
  /** The services are being built. */
  start(building: Promise<Services>): void;
  /** The services. Null before they are built and once they are being closed. */
  running(): Services | null;
  /** Whether anything was started that must be closed. */
  isStarted(): boolean;
  isEnding(): boolean;
  /** Waits up to two seconds for a start under way, and closes the services. Resolves to the parts that did not close. Never rejects. */
  end(): Promise<readonly string[]>;
}

/** `failed` is called if the services cannot be closed. */
export function createLifecycle<Services extends Closable>(clock: Pick<Clock, 'after'>, failed: (error: unknown) => void): Lifecycle<Services> {
  let starting: Promise<void> | null = null;
  let services: Services | null = null;
  let ending: Promise<readonly string[]> | null = null;

  const close = async (): Promise<readonly string[]> => {
    if (starting !== null) await settledWithin(clock, patience, starting);
    const built = services;
    services = null;
    if (built === null) return starting === null ? [] : ['start'];
    return built.close().catch((error: unknown) => {
      failed(error);
      return [];
    });
  };

  return {
    start(building) {
      const settled = (result: Services | null): void => {
        services = result;
        starting = null;
      };
      // The caller also has this promise, and handles its rejection.
      starting = building.then(settled, () => settled(null));
    },
    running: () => services,
    isStarted: () => starting !== null || services !== null || ending !== null,
    isEnding: () => ending !== null,
    end: () => (ending ??= close()),
  };
}
