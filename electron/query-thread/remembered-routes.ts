import type { FindRoutes, Route } from '../network/route.ts';
import type { Clock } from '../core/ports.ts';

/** Milliseconds for which a way is taken for the same without asking, and for which it is still used while it is asked for again. */
const fresh = 2_000;
const usable = 10_000;

export interface RememberedRoutes {
  readonly find: FindRoutes;
  forget(): void;
}

/** The ways to each origin as they were found a moment ago: who finds them is in another thread, and no query that is due waits for that. */
export function createRememberedRoutes(find: FindRoutes, clock: Pick<Clock, 'monotonic'>): RememberedRoutes {
  const known = new Map<string, { readonly at: number; readonly routes: Promise<readonly Route[]> }>();
  const asking = new Map<string, Promise<readonly Route[]>>();

  const ask = (origin: string): Promise<readonly Route[]> => {
    const earlier = asking.get(origin);
    if (earlier !== undefined) return earlier;
    const routes = find(origin);
    asking.set(origin, routes);
    const settle = (): boolean => asking.get(origin) === routes && asking.delete(origin);
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
      const age = found === undefined ? Infinity : clock.monotonic() - found.at;
      if (found === undefined || age >= usable) return ask(origin);
      if (age >= fresh) ask(origin).catch(() => undefined);
      return found.routes;
    },
    forget() {
      known.clear();
      asking.clear();
    },
  };
}
