import { isLoopbackHost } from '../core/http/address-reach.ts';
import { HttpFailure, type HttpRequest } from '../core/http/http-client.ts';
import { toHttpFailure } from './failure.ts';
import { direct, type FindRoutes, type Route } from './route.ts';

/**
 * The routes to an origin for one request. Requests to this computer, and plain http (which is used for nothing else), never go
 * through a proxy. Rejects with HttpFailure, `sent: false`: finding a route counts as connecting.
 */
export async function routesFor(origin: string, request: HttpRequest, findRoutes: FindRoutes | undefined): Promise<readonly Route[]> {
  if (findRoutes === undefined || !origin.startsWith('https:') || isLoopbackHost(new URL(origin).hostname)) return direct;
  const { signal, timeouts } = request;
  return new Promise((resolve, reject) => {
    const stop = (code: string): void => {
      settle();
      reject(new HttpFailure(code, false));
    };
    const onAbort = (): void => stop('ABORTED');
    const timer = setTimeout(() => stop('TIMEOUT'), timeouts.connect);
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    findRoutes(origin).then(resolve, (error: unknown) => reject(toHttpFailure(error, false))).finally(settle);
  });
}
