import type { KeyKeeping, KeyState } from '../../../shared/account.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { AccountId } from '../../../shared/task.ts';
import type { KeyStore, StoredKey } from './stored-keys.ts';
import type { Secrets } from './secrets.ts';

/**
 * Keys by account, kept in memory once read. A key is bound to the origin that it was entered for, and the vault
 * never returns it for another. Only `reveal` and `revealRefused` return a key.
 */
export interface KeyVault {
  /** Rejects with AppFailure `key-malformed`, or with `no-keyring` if the system cannot protect the key as requested. */
  keep(accountId: AccountId, origin: string, key: string, keeping: KeyKeeping): Promise<void>;
  /** The key for sending to `origin`, or null: missing, unreadable, refused, or given for another origin. */
  reveal(accountId: AccountId, origin: string): Promise<string | null>;
  /** Like `reveal`, but also returns a refused key, so that "Test" can try it again. */
  revealRefused(accountId: AccountId, origin: string): Promise<string | null>;
  /** Marks the key as refused (or as good again), unless it was replaced in the meantime. */
  mark(accountId: AccountId, key: string, refused: boolean): Promise<void>;
  forget(accountId: AccountId): void;
  state(accountId: AccountId): Promise<KeyState>;
  /** Tries again to read an unreadable key. Resolves to true if it has become readable. `asked`: see `Secrets`. */
  readAgain(accountId: AccountId, asked: boolean): Promise<boolean>;
}

interface OpenKey {
  readonly key: string;
  readonly keeping: KeyKeeping;
  readonly origin: string;
  refused: boolean;
}

export function createKeyVault(secrets: Secrets, store: KeyStore): KeyVault {
  const open = new Map<AccountId, Promise<OpenKey | 'missing' | 'unreadable'>>();

  const read = async (accountId: AccountId, decrypt: Secrets['decrypt']): Promise<OpenKey | 'missing' | 'unreadable'> => {
    const stored = store.read(accountId);
    if (stored === null) return 'missing';
    try {
      const bytes = Buffer.from(stored.bytes, 'base64');
      const key = stored.keeping === 'protected' ? await decrypt(bytes) : bytes.toString('utf8');
      return { key, keeping: stored.keeping, origin: stored.origin, refused: stored.refused };
    } catch {
      // Keep the bytes: the keyring may only be locked.
      return 'unreadable';
    }
  };

  const opened = (accountId: AccountId): Promise<OpenKey | 'missing' | 'unreadable'> => {
    let entry = open.get(accountId);
    if (!entry) {
      entry = read(accountId, secrets.decrypt);
      open.set(accountId, entry);
    }
    return entry;
  };

  const openedFor = async (accountId: AccountId, origin: string): Promise<OpenKey | null> => {
    const entry = await opened(accountId);
    return typeof entry === 'string' || entry.origin !== origin ? null : entry;
  };

  return {
    async keep(accountId, origin, key, keeping) {
      const clean = key.trim();
      // A header can contain only visible ASCII. Anything else was copied by mistake.
      if (!/^[\x21-\x7e]+$/.test(clean)) throw new AppFailure('key-malformed');
      if (keeping !== 'session') {
        store.write(accountId, await sealed(secrets, clean, origin, keeping));
      } else {
        store.write(accountId, null);
      }
      open.set(accountId, Promise.resolve({ key: clean, keeping, origin, refused: false }));
    },
    async reveal(accountId, origin) {
      const entry = await openedFor(accountId, origin);
      return entry === null || entry.refused ? null : entry.key;
    },
    async revealRefused(accountId, origin) {
      return (await openedFor(accountId, origin))?.key ?? null;
    },
    async mark(accountId, key, refused) {
      const entry = await opened(accountId);
      if (typeof entry === 'string' || entry.key !== key || entry.refused === refused) return;
      entry.refused = refused;
      const stored = store.read(accountId);
      if (stored) store.write(accountId, { ...stored, refused });
    },
    forget(accountId) {
      store.write(accountId, null);
      open.delete(accountId);
    },
    async state(accountId) {
      const entry = await opened(accountId);
      if (entry === 'missing' || entry === 'unreadable') return { status: entry };
      return { status: entry.refused ? 'refused' : 'present', keeping: entry.keeping, lastFour: lastFourOf(entry.key) };
    },
    async readAgain(accountId, asked) {
      const before = opened(accountId);
      if ((await before) !== 'unreadable') return false;
      const entry = await read(accountId, (bytes) => secrets.decryptAgain(bytes, asked));
      // The key may have been replaced or forgotten meanwhile.
      if (typeof entry === 'string' || open.get(accountId) !== before) return false;
      open.set(accountId, Promise.resolve(entry));
      return true;
    },
  };
}

async function sealed(secrets: Secrets, key: string, origin: string, keeping: 'protected' | 'unprotected'): Promise<StoredKey> {
  const common = { keeping, origin, lastFour: lastFourOf(key), refused: false };
  if (keeping === 'unprotected') return { ...common, bytes: Buffer.from(key, 'utf8').toString('base64') };
  if (!(await secrets.protects())) throw new AppFailure('no-keyring');
  return { ...common, bytes: Buffer.from(await secrets.encrypt(key)).toString('base64') };
}

/** The only part of a key that is ever shown. For a short key it is empty, because four characters would reveal too much. */
export function lastFourOf(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}
