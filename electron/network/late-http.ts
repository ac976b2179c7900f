import type { Http } from '../core/ports.ts';

/** The Http port whose adapter is loaded with the first request: a start has better use for the time that it takes. */
export function createLateHttp(load: () => Promise<Http>): Http {
  let loading: Promise<Http> | null = null;
  return {
    async open(request) {
      loading ??= load();
      return (await loading).open(request);
    },
  };
}
