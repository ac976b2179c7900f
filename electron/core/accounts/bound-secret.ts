import type { KeyKeeping } from '../../../shared/account.ts';
import { fromStoredBytes, toStoredBytes, type KeyStore, type Secrets } from './key-vault.ts';

/** Whether there is a secret for an address, and how it is stored. */
export type BoundSecretState = 'missing' | 'unreadable' | KeyKeeping;

/**
 * A secret that is no account's key, such as the password of a proxy. Like a key, it is bound to the address that it was given for, and no other gets it. It is stored in the same
 * file as the keys, with the same encryption, but not in the key vault: it is no header and has no "last four".
 */
export interface BoundSecret {
  /** Rejects with AppFailure `no-keyring` if the system cannot protect the secret as requested. */
  keep(address: string, secret: string, keeping: KeyKeeping): Promise<void>;
  forget(): void;
  /** Null if there is none for this address, or it cannot be read. */
  reveal(address: string): Promise<string | null>;
  state(address: string): Promise<BoundSecretState>;
}

/** `id`: its name among the keys. `originOf`: what of an address it is bound to. `learned` is called with each secret that becomes known, so that the log can leave it out. */
export function createBoundSecret(id: string, originOf: (address: string) => string, secrets: Secrets, store: KeyStore, learned: (secret: string) => void): BoundSecret {
  /** What was kept for this session, or read before. */
  let open: { readonly origin: string; readonly secret: string; readonly keeping: KeyKeeping } | null = null;

  const opened = async (address: string): Promise<typeof open | 'unreadable'> => {
    const origin = originOf(address);
    if (open?.origin === origin) return open;
    const stored = store.read(id);
    if (stored === null || stored.origin !== origin) return null;
    try {
      const secret = await fromStoredBytes(stored, secrets.decrypt);
      learned(secret);
      open = { origin, secret, keeping: stored.keeping };
      return open;
    } catch {
      return 'unreadable';
    }
  };

  return {
    async keep(address, secret, keeping) {
      const origin = originOf(address);
      learned(secret);
      store.write(id, keeping === 'session' ? null : { keeping, origin, lastFour: '', bytes: await toStoredBytes(secrets, secret, keeping), refused: false });
      open = { origin, secret, keeping };
    },
    forget() {
      store.write(id, null);
      open = null;
    },
    async reveal(address) {
      const entry = await opened(address);
      return entry === null || entry === 'unreadable' ? null : entry.secret;
    },
    async state(address) {
      const entry = await opened(address);
      if (entry === null) return 'missing';
      return entry === 'unreadable' ? entry : entry.keeping;
    },
  };
}
