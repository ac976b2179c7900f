import { type Http, HttpFailure } from '../core/http/http-client.ts';

/** Loads the HTTP code at the first request, so that the start is faster. If it cannot be loaded, nothing was sent, and the next request tries again. */
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
