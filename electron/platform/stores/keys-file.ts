import { z } from 'zod';
import type { AccountId } from '../../../shared/task.ts';
import { proxyPasswordId } from '../../../shared/network/proxy.ts';
import type { KeyStore, StoredKey } from '../../core/accounts/key-vault.ts';
import { writeWholeFileSync } from '../../core/util/whole-file.ts';
import { openJsonStore } from './json-store.ts';

const storedKey = z.strictObject({
  keeping: z.enum(['protected', 'unprotected']),
  origin: z.string(),
  lastFour: z.string(),
  bytes: z.base64(),
  refused: z.boolean(),
}) satisfies z.ZodType<StoredKey>;

const keyFile = z.strictObject({ keys: z.record(z.string(), storedKey) });

export interface KeyOrigins {
  /** The origin of each key by account id. It is all that remains of an account whose history is lost. */
  origins(): Readonly<Record<AccountId, string>>;
}

/** `keys.json` in the user-data folder: ciphertext by account. Kept apart from the settings, so that those can be shown to anyone. */
export function openKeysFile(folder: string): KeyStore & KeyOrigins {
  const store = openJsonStore(folder, 'keys', keyFile, { keys: {} }, (file, value) => writeWholeFileSync(file, JSON.stringify(value, null, '\t')));
  return {
    origins: () => Object.fromEntries(Object.entries(store.get().keys).filter(([id]) => id !== proxyPasswordId).map(([accountId, { origin }]) => [accountId, origin])),
    read: (accountId) => store.get().keys[accountId] ?? null,
    write(accountId, key) {
      const { [accountId]: _replaced, ...others } = store.get().keys;
      store.set({ keys: key === null ? others : { ...others, [accountId]: key } });
    },
  };
}
