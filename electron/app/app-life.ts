import { settledWithin } from '../core/util/settled-within.ts';
import type { Clock } from '../core/util/clock.ts';

/** Milliseconds that a start still under way is given at the end: what it waits for may never answer. */
const patience = 2_000;

interface Closable {
  /** Resolves with the parts that did not end. */
  close(): Promise<readonly string[]>;
}

/** What is started once and ended once, however soon the end comes. */
export interface Life<Services extends Closable> {
  /** The services are being built. */
  begin(building: Promise<Services>): void;
  /** The services, from when they stand until they are closed. */
  running(): Services | null;
  /** Whether anything was begun that has to be ended. */
  isBegun(): boolean;
  isEnding(): boolean;
  /** Waits for a start under way, for two seconds, and closes the services. Resolves with what did not end; never rejects. */
  end(): Promise<readonly string[]>;
}

/** `failed` hears of services that could not be closed. */
export function createLife<Services extends Closable>(clock: Pick<Clock, 'after'>, failed: (error: unknown) => void): Life<Services> {
  let starting: Promise<void> | null = null;
  let services: Services | null = null;
  let ending: Promise<readonly string[]> | null = null;

  const close = async (): Promise<readonly string[]> => {
    if (starting !== null) await settledWithin(clock, patience, starting);
    const standing = services;
    services = null;
    if (standing === null) return starting === null ? [] : ['start'];
    return standing.close().catch((error: unknown) => {
      failed(error);
      return [];
    });
  };

  return {
    begin(building) {
      const settled = (built: Services | null): void => {
        services = built;
        starting = null;
      };
      // Whoever builds them hears why they could not be.
      starting = building.then(settled, () => settled(null));
    },
    running: () => services,
    isBegun: () => starting !== null || services !== null || ending !== null,
    isEnding: () => ending !== null,
    end: () => (ending ??= close()),
  };
}
