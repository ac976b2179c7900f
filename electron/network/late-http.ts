import { type Http, HttpFailure } from '../core/http/http-client.ts';

/**
 * The Http port whose adapter is loaded with the first request: a start has better use for the time that it takes. Where it cannot be loaded
 * nothing was sent, and the next request tries anew.
 */
export function createLateHttp(load: () => Promise<Http>): Http {
  let loading: Promise<Http> | null = null;
  const loaded = async (): Promise<Http> => {
    try {
      return await (loading ??= load());
    } catch (cause) {
      loading = null;
      throw new HttpFailure('FAILED', false, { cause });
    }
  };
  return {
    open: async (request) => (await loaded()).open(request),
  };
}
