import type { Api } from '../shared/ipc/api.ts';
import type { Result } from '../shared/result.ts';

declare global {
  interface Window {
    /** Put there by the preload; touched nowhere but here. */
    readonly api: Api;
  }
}

type Call = (input?: unknown) => Promise<Result<unknown>>;

/** A call that fails on the way (main is closing, the answer cannot be cloned) answers an error like any other. */
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

/** Address of the full file, as it came from the service. */
export const pictureAddress = (imageId: number): string => `latent://picture/${imageId}`;

/** Address of the thumbnail: 512 pixels on its longer side; answers when it is made, 404 for a picture that cannot be decoded. */
export const thumbnailAddress = (imageId: number): string => `latent://thumbnail/${imageId}`;
