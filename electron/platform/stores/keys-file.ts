import path from 'node:path';
import { z } from 'zod';
import type { AccountId } from '../../../shared/task.ts';
import { mirrorSecretId } from '../../../shared/mirror/mirror-state.ts';
import { proxyPasswordId } from '../../../shared/network/proxy.ts';
import type { KeyStore, StoredKey } from '../../core/accounts/key-vault.ts';
import { openJsonStore, saveWhole, type Loss } from './json-store.ts';

/** Not strict: a newer version may add fields. */
const storedKey = z.object({
  keeping: z.enum(['protected', 'unprotected']),
  origin: z.string().refine(isOrigin),
  lastFour: z.string(),
  bytes: z.base64(),
  refused: z.boolean(),
}) satisfies z.ZodType<StoredKey>;

/** An entry that cannot be read stays in the file until its account gets another key or is removed. */
const keyFile = z.object({ keys: z.record(z.string(), z.unknown()) });

/** What else is in the file. */
const notOfAccounts: ReadonlySet<string> = new Set([proxyPasswordId, mirrorSecretId]);

export interface KeysFile extends KeyStore {
  /** The origin of each key by account id. It is all that remains of an account whose history is lost. */
  origins(): Readonly<Record<AccountId, string>>;
  /** See `OpenedStore`. */
  repair(): Loss | null;
}

/** `keys.json` in the user-data folder: ciphertext by account. Kept apart from the settings, so that those can be shown to anyone. */
export function openKeysFile(folder: string): KeysFile {
  const store = openJsonStore(folder, 'keys', { schema: keyFile, usual: { keys: {} }, save: saveWhole });
  const read = (accountId: string): StoredKey | null => {
    const { keys } = store.get();
    return Object.hasOwn(keys, accountId) ? (storedKey.safeParse(keys[accountId]).data ?? null) : null;
  };
  return {
    origins() {
      const keys = Object.keys(store.get().keys).map((id) => [id, read(id)] as const);
      return Object.fromEntries(keys.flatMap(([id, key]) => (key === null || notOfAccounts.has(id) ? [] : [[id, key.origin]])));
    },
    read,
    write(accountId, key) {
      const { [accountId]: _replaced, ...others } = store.get().keys;
      store.set({ keys: key === null ? others : { ...others, [accountId]: key } });
    },
    repair() {
      const loss = store.repair();
      if (loss !== null) return loss;
      const isOdd = Object.keys(store.get().keys).some((id) => read(id) === null);
      return isOdd ? { fields: ['keys'], kept: path.join(folder, 'keys.json') } : null;
    },
  };
}

function isOrigin(origin: string): boolean {
  return URL.canParse(origin);
}
