import type { Http } from '../core/http/http-client.ts';
import { createLateHttp } from '../network/late-http.ts';
import { createProxyPassword } from '../network/proxy-password.ts';
import { createProxyRoutes } from '../network/routes.ts';
import type { Host } from './host.ts';
import type { EarlyParts } from './start-early.ts';

/** HTTP through the chosen proxy. Each `openHttp` has connections of its own. */
export function composeNetwork({ secrets, systemProxy, appLog }: Pick<Host, 'secrets' | 'systemProxy' | 'appLog'>, { stores, keys }: Pick<EarlyParts, 'stores' | 'keys'>) {
  const proxyPassword = createProxyPassword(secrets, keys, appLog.redactor.learnKey);
  const findRoutes = createProxyRoutes({ setting: () => stores.settings.get().proxy, password: proxyPassword, system: systemProxy });
  const openHttp = (): Http => createLateHttp(async () => (await import('../network/socket-http.ts')).createSocketHttp({ findRoutes }));
  return { proxyPassword, openHttp };
}
