import { assertNever } from '../../shared/result.ts';
import type { ProxySetting } from '../../shared/network/proxy.ts';
import { parseProxyAddress } from '../../shared/network/proxy-address.ts';
import { HttpFailure } from '../core/http/http-client.ts';
import type { ProxyPassword } from './proxy-password.ts';
import { direct, parseRoutes, type FindRoutes, type Route } from './routes.ts';

export interface ProxyRoutesDeps {
  readonly setting: () => ProxySetting;
  readonly password: Pick<ProxyPassword, 'reveal'>;
  /** The system's answer for a URL, as proxy scripts write it: `PROXY a:8080; DIRECT`. */
  readonly system: (url: string) => Promise<string>;
}

/** The routes that the setting names. They are looked up for each request, so a change of the system's proxies applies to the next one. */
export function createProxyRoutes({ setting, password, system }: ProxyRoutesDeps): FindRoutes {
  return async (origin) => {
    const chosen = setting();
    switch (chosen.mode) {
      case 'none':
        return direct;
      case 'system':
        return parseRoutes(await system(`${origin}/`));
      case 'manual':
        return [await routeTo(chosen, password)];
      default:
        return assertNever(chosen);
    }
  };
}

async function routeTo({ address, username }: Extract<ProxySetting, { mode: 'manual' }>, password: Pick<ProxyPassword, 'reveal'>): Promise<Route> {
  const proxy = parseProxyAddress(address);
  if (proxy === null) throw new HttpFailure('PROXY_UNREACHABLE', false);
  const credentials = username === '' ? null : { username, password: (await password.reveal(address)) ?? '' };
  return { kind: 'http-proxy', proxy, credentials };
}
