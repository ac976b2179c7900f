import { app, safeStorage, session } from 'electron';
import type { Http } from '../../core/http/http-client.ts';
import { createServiceClient } from '../../core/service/service-client.ts';
import { createLateHttp } from '../../network/late-http.ts';
import { createProxyPassword } from '../../network/proxy-password.ts';
import { createProxyRoutes } from '../../network/proxy-routes.ts';
import type { openKeysFile } from '../../platform/stores/keys-file.ts';
import { createKeyring } from '../../platform/keyring.ts';
import { createSafeStorageSecrets } from '../../platform/safe-storage.ts';
import { createSystemProxy } from '../../platform/system-proxy.ts';
import type { AppContext } from './app-context.ts';

export type Keys = ReturnType<typeof openKeysFile>;

export type NetworkParts = ReturnType<typeof buildNetwork>;

/** HTTP through the chosen proxy, and the encrypted storage that its password is in. */
export function buildNetwork({ stores, clock, redactor, log }: AppContext, keys: Keys) {
  const keyring = process.platform === 'linux' ? createKeyring(app) : null;
  const secrets = createSafeStorageSecrets({ safeStorage, platform: process.platform, clock, keyring });
  const proxyPassword = createProxyPassword(secrets, keys, redactor.learnKey);
  const system = createSystemProxy(session.defaultSession, clock.monotonic);
  const findRoutes = createProxyRoutes({ setting: () => stores.settings.get().proxy, password: proxyPassword, system });
  const openHttp = (): Http => createLateHttp(async () => (await import('../../network/socket-http.ts')).createSocketHttp({ findRoutes }));
  return {
    secrets,
    proxyPassword,
    /** For pictures. */
    http: openHttp(),
    // Separate connections, so that large pictures from the same address delay no query.
    client: createServiceClient({ http: openHttp(), clock, noticed: (what) => log.info('account', 'an answer was read without a part of it', { what }), replayed: (http) => log.info('submission', 'answered as before, by its key', { http }) }),
  };
}
