import { parseProxyAddress, proxyPasswordId, type ProxyPasswordState } from '../../shared/proxy.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { KeyKeeping } from '../../shared/account.ts';
import type { KeyStore } from '../core/accounts/stored-keys.ts';
import type { Secrets } from '../core/accounts/secrets.ts';

/** The password of the proxy set by hand. Like a key, it is bound to the address it was given for: no other proxy gets it. */
export interface ProxyPassword {
  /** Rejects with AppFailure `no-keyring` when protection is asked for that the system cannot give. */
  keep(address: string, password: string, keeping: KeyKeeping): Promise<void>;
  forget(): void;
  /** Null if there is none for this proxy, or it cannot be read. */
  reveal(address: string): Promise<string | null>;
  state(address: string): Promise<ProxyPasswordState>;
}

/**
 * Stored in the same file and with the same encryption as the keys. Not in the key vault, because a password is no header and has no
 * "last four". `learned` is called with each password that becomes known, so that the log can leave it out.
 */
export function createProxyPassword(secrets: Secrets, store: KeyStore, learned: (password: string) => void): ProxyPassword {
  /** What was kept for this session, or read before. */
  let open: { readonly origin: string; readonly password: string; readonly keeping: KeyKeeping } | null = null;

  const opened = async (address: string): Promise<typeof open | 'unreadable'> => {
    const origin = originOf(address);
    if (open?.origin === origin) return open;
    const stored = store.read(proxyPasswordId);
    if (stored === null || stored.origin !== origin) return null;
    try {
      const bytes = Buffer.from(stored.bytes, 'base64');
      const password = stored.keeping === 'protected' ? await secrets.decrypt(bytes) : bytes.toString('utf8');
      learned(password);
      open = { origin, password, keeping: stored.keeping };
      return open;
    } catch {
      return 'unreadable';
    }
  };

  return {
    async keep(address, password, keeping) {
      const origin = originOf(address);
      learned(password);
      if (keeping === 'session') {
        store.write(proxyPasswordId, null);
      } else {
        if (keeping === 'protected' && !(await secrets.protects())) throw new AppFailure('no-keyring');
        const bytes = keeping === 'protected' ? await secrets.encrypt(password) : Buffer.from(password, 'utf8');
        store.write(proxyPasswordId, { keeping, origin, lastFour: '', bytes: Buffer.from(bytes).toString('base64'), refused: false });
      }
      open = { origin, password, keeping };
    },
    forget() {
      store.write(proxyPasswordId, null);
      open = null;
    },
    async reveal(address) {
      const entry = await opened(address);
      return entry === null || entry === 'unreadable' ? null : entry.password;
    },
    async state(address) {
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
