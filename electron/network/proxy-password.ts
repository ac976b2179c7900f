import { proxyPasswordId } from '../../shared/network/proxy.ts';
import { parseProxyAddress } from '../../shared/network/proxy-address.ts';
import { createBoundSecret, type BoundSecret } from '../core/accounts/bound-secret.ts';
import type { KeyStore, Secrets } from '../core/accounts/key-vault.ts';

export type ProxyPassword = BoundSecret;

/** The password of the proxy that was set by hand. It is bound to the address that it was given for. */
export function createProxyPassword(secrets: Secrets, store: KeyStore, learned: (password: string) => void): ProxyPassword {
  return createBoundSecret(proxyPasswordId, originOf, secrets, store, learned);
}

function originOf(address: string): string {
  const proxy = parseProxyAddress(address);
  return proxy === null ? '' : `${proxy.secure ? 'https' : 'http'}://${proxy.host}:${proxy.port}`;
}
