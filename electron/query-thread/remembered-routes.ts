import type { FindRoutes, Route } from '../network/route.ts';
import type { Clock } from '../core/ports.ts';

/**
 * Milliseconds for which a way is taken for the same without asking, and a question that is not answered for the same question; and for which a way is
 * still used while it is asked for again.
 */
const fresh = 2_000;
const usable = 10_000;

interface Asked {
  readonly at: number;
  readonly routes: Promise<readonly Route[]>;
}

export interface RememberedRoutes {
  readonly find: FindRoutes;
  forget(): void;
}

/** The ways to each origin as they were found a moment ago: who finds them is in another thread, and no query that is due waits for that. */
export function createRememberedRoutes(find: FindRoutes, clock: Pick<Clock, 'monotonic'>): RememberedRoutes {
  const known = new Map<string, Asked>();
  const asking = new Map<string, Asked>();
  const ageOf = (asked: Asked | undefined): number => (asked === undefined ? Infinity : clock.monotonic() - asked.at);

  const ask = (origin: string): Promise<readonly Route[]> => {
    const earlier = asking.get(origin);
    // One that is never answered, as by a proxy script that hangs, is not waited for by all who come after.
    if (earlier !== undefined && ageOf(earlier) < fresh) return earlier.routes;
    const routes = find(origin);
    asking.set(origin, { at: clock.monotonic(), routes });
    const settle = (): boolean => asking.get(origin)?.routes === routes && asking.delete(origin);
    routes.then(
      () => {
        // Unless everything was forgotten meanwhile.
        if (settle()) known.set(origin, { at: clock.monotonic(), routes });
      },
      () => {
        if (settle()) known.delete(origin);
      },
    );
    return routes;
  };

  return {
    find(origin) {
      const found = known.get(origin);
      if (found === undefined || ageOf(found) >= usable) return ask(origin);
      if (ageOf(found) >= fresh) ask(origin).catch(() => undefined);
      return found.routes;
    },
    forget() {
      known.clear();
      asking.clear();
    },
  };
}
