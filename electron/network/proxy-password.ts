import type { KeyKeeping } from '../../shared/account.ts';
import { proxyPasswordId, type ProxyPasswordState } from '../../shared/network/proxy.ts';
import { parseProxyAddress } from '../../shared/network/proxy-address.ts';
import { fromStoredBytes, toStoredBytes, type KeyStore, type Secrets } from '../core/accounts/key-vault.ts';

export type ProxyPassword = ReturnType<typeof createProxyPassword>;

/**
 * The password of the proxy that was set by hand. Like a key, it is bound to the address that it was given for, and no other proxy gets it.
 * It is stored in the same file as the keys, with the same encryption, but not in the key vault: a password is no header and has no "last
 * four". `learned` is called with each password that becomes known, so that the log can leave it out.
 */
export function createProxyPassword(secrets: Secrets, store: KeyStore, learned: (password: string) => void) {
  /** What was kept for this session, or read before. */
  let open: { readonly origin: string; readonly password: string; readonly keeping: KeyKeeping } | null = null;

  const opened = async (address: string): Promise<typeof open | 'unreadable'> => {
    const origin = originOf(address);
    if (open?.origin === origin) return open;
    const stored = store.read(proxyPasswordId);
    if (stored === null || stored.origin !== origin) return null;
    try {
      const password = await fromStoredBytes(stored, secrets.decrypt);
      learned(password);
      open = { origin, password, keeping: stored.keeping };
      return open;
    } catch {
      return 'unreadable';
    }
  };

  return {
    /** Rejects with AppFailure `no-keyring` if the system cannot protect the password as requested. */
    async keep(address: string, password: string, keeping: KeyKeeping): Promise<void> {
      const origin = originOf(address);
      learned(password);
      store.write(proxyPasswordId, keeping === 'session' ? null : { keeping, origin, lastFour: '', bytes: await toStoredBytes(secrets, password, keeping), refused: false });
      open = { origin, password, keeping };
    },
    forget(): void {
      store.write(proxyPasswordId, null);
      open = null;
    },
    /** Null if there is none for this proxy, or it cannot be read. */
    async reveal(address: string): Promise<string | null> {
      const entry = await opened(address);
      return entry === null || entry === 'unreadable' ? null : entry.password;
    },
    async state(address: string): Promise<ProxyPasswordState> {
      const entry = await opened(address);
      if (entry === null) return 'missing';
      return entry === 'unreadable' ? entry : entry.keeping;
    },
  };
}

function originOf(address: string): string {
  const proxy = parseProxyAddress(address);
  return proxy === null ? '' : `${proxy.secure ? 'https' : 'http'}://${proxy.host}:${proxy.port}`;
}
