import type { KeyStore, Secrets, StoredKey } from '../../electron/core/accounts/key-vault.ts';

/** Encrypted storage for tests: reversible, but the bytes do not contain the text. */
export function createMemorySecrets(options: { readonly protects?: boolean } = {}): Secrets & { broken: boolean } {
  const secrets = {
    broken: false,
    protects: () => Promise.resolve(options.protects ?? true),
    encrypt: (text: string) => Promise.resolve(Uint8Array.from(Buffer.from(`v11${text}`, 'utf8'), (byte) => byte ^ 0x5a)),
    decrypt(bytes: Uint8Array) {
      if (secrets.broken) return Promise.reject(new Error('another keyring'));
      return Promise.resolve(Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString('utf8').slice(3));
    },
    decryptAgain: (bytes: Uint8Array): Promise<string> => secrets.decrypt(bytes),
  };
  return secrets;
}

export function createMemoryKeyStore(): KeyStore & { readonly keys: Map<string, StoredKey> } {
  const keys = new Map<string, StoredKey>();
  return {
    keys,
    read: (accountId) => keys.get(accountId) ?? null,
    write(accountId, key) {
      if (key === null) keys.delete(accountId);
      else keys.set(accountId, key);
    },
  };
}
