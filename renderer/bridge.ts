import type { Api } from '../shared/ipc/api.ts';
import type { Result } from '../shared/result.ts';

declare global {
  interface Window {
    /** Set by the preload. Only this file uses it. */
    readonly api: Api;
  }
}

type Call = (input?: unknown) => Promise<Result<unknown>>;

/** Turns a rejected call (main is closing, or the answer cannot be cloned) into an error answer. */
function guarded(call: Call): Call {
  return async (input) => {
    try {
      return await call(input);
    } catch (cause) {
      return { ok: false, error: { code: 'internal', detail: cause instanceof Error ? cause.message : String(cause) } };
    }
  };
}

function guardedApi(api: Api): Api {
  const { onChanges, ...calls } = api;
  const guardedCalls = Object.entries(calls).map(([name, call]) => [name, guarded(call as Call)]);
  return { ...(Object.fromEntries(guardedCalls) as Omit<Api, 'onChanges'>), onChanges };
}

/** Main, as the renderer sees it. No call ever rejects. */
export const bridge: Api = guardedApi(window.api);
