import type { KeyKeeping, KeyState } from '../../../shared/account.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { readKey } from '../../../shared/network/service-key.ts';
import type { AccountId } from '../../../shared/task.ts';

/** The operating system's encrypted storage. */
export interface Secrets {
  /** Whether a keyring protects newly encrypted text. The resulting bytes decide, not what the system claims. */
  protects(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects if the bytes cannot be decrypted (a locked or reset keyring, another user, another machine). */
  decrypt(bytes: Uint8Array): Promise<string>;
  /** Tries again after `decrypt` rejected, because the keyring may be unlocked by now. `asked`: a person is waiting, so the system may ask for the keyring's password. */
  decryptAgain(bytes: Uint8Array, asked: boolean): Promise<string>;
}

/** An account's key as it is stored. */
export interface StoredKey {
  readonly keeping: 'protected' | 'unprotected';
  /** The origin that the key was given for; it is never sent to another. */
  readonly origin: string;
  readonly lastFour: string;
  /** Base64 of the ciphertext (`protected`) or of the key itself (`unprotected`, by explicit choice). */
  readonly bytes: string;
  /** The service answered 401 or 403 to it. */
  readonly refused: boolean;
}

/** Where keys are stored: a small file, separate from settings and history. */
export interface KeyStore {
  read(accountId: AccountId): StoredKey | null;
  write(accountId: AccountId, key: StoredKey | null): void;
}

/**
 * Keys by account, kept in memory once read. A key is bound to the origin that it was entered for, and the vault
 * never returns it for another. Only `reveal` and `revealRefused` return a key.
 */
export interface KeyVault {
  /** Corrects the key as `readKey` does. Rejects with AppFailure of its fault, or with `no-keyring` if the system cannot protect the key as requested. */
  keep(accountId: AccountId, origin: string, key: string, keeping: KeyKeeping): Promise<void>;
  /** The key for sending to `origin`, or null: missing, unreadable, refused, or given for another origin. */
  reveal(accountId: AccountId, origin: string): Promise<string | null>;
  /** Like `reveal`, but also returns a refused key, so that "Test" can try it again. */
  revealRefused(accountId: AccountId, origin: string): Promise<string | null>;
  /** Marks the key as refused (or as good again), unless it was replaced in the meantime. */
  mark(accountId: AccountId, key: string, refused: boolean): Promise<void>;
  forget(accountId: AccountId): void;
  /** Uses a key until the app quits. Unlike `keep`, it leaves what is stored as it is, such as a key that cannot be read now. */
  lend(accountId: AccountId, origin: string, key: string): Promise<void>;
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

/** `learned` is called with each key that becomes known, so that the log can leave it out. */
export function createKeyVault(secrets: Secrets, store: KeyStore, learned: (key: string) => void): KeyVault {
  const open = new Map<AccountId, Promise<OpenKey | 'missing' | 'unreadable'>>();

  const read = async (accountId: AccountId, decrypt: Secrets['decrypt']): Promise<OpenKey | 'missing' | 'unreadable'> => {
    const stored = store.read(accountId);
    if (stored === null) return 'missing';
    try {
      const key = await fromStoredBytes(stored, decrypt);
      learned(key);
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

  /** The key without what was pasted with it. Throws AppFailure of its fault. */
  const cleaned = (key: string): string => {
    const reading = readKey(key);
    // Also one that is refused: a part of it may be a key.
    learned(reading.ok ? reading.key : key.trim());
    if (!reading.ok) throw new AppFailure(reading.why);
    return reading.key;
  };

  return {
    async keep(accountId, origin, key, keeping) {
      const clean = cleaned(key);
      store.write(accountId, keeping === 'session' ? null : { keeping, origin, lastFour: lastFourOf(clean), bytes: await toStoredBytes(secrets, clean, keeping), refused: false });
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
      // A key of this session says nothing about one that is stored.
      const stored = entry.keeping === 'session' ? null : store.read(accountId);
      if (stored) store.write(accountId, { ...stored, refused });
    },
    forget(accountId) {
      store.write(accountId, null);
      open.delete(accountId);
    },
    async lend(accountId, origin, key) {
      open.set(accountId, Promise.resolve({ key: cleaned(key), keeping: 'session', origin, refused: false }));
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

/** The text as it is stored. Rejects with AppFailure `no-keyring` if the system cannot protect it as requested. */
export async function toStoredBytes(secrets: Secrets, text: string, keeping: StoredKey['keeping']): Promise<string> {
  if (keeping === 'protected' && !(await secrets.protects())) throw new AppFailure('no-keyring');
  const bytes = keeping === 'protected' ? await secrets.encrypt(text) : Buffer.from(text, 'utf8');
  return Buffer.from(bytes).toString('base64');
}

/** The text of a stored key. Rejects as `decrypt` does. */
export async function fromStoredBytes(stored: StoredKey, decrypt: Secrets['decrypt']): Promise<string> {
  const bytes = Buffer.from(stored.bytes, 'base64');
  return stored.keeping === 'protected' ? decrypt(bytes) : bytes.toString('utf8');
}

/** The only part of a key that is ever shown. For a short key it is empty, because four characters would reveal too much. */
export function lastFourOf(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}
