import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { AsyncEntry } from '@napi-rs/keyring';
import { AppFailure } from '../../../shared/errors.ts';
import type { Secrets } from '../../core/accounts/key-vault.ts';

/**
 * Keys at rest without Electron. Each stored text is encrypted (AES-256-GCM) with a random key of its own, which is an entry in the system's keyring (Keychain,
 * Credential Manager, Secret Service). So no two processes can overwrite each other's entry, and what stays in the keyring after a text was removed opens nothing.
 *
 *     latent-keyring-1 | number of the entry (16) | nonce (12) | tag (16) | ciphertext
 *
 * Bytes that begin otherwise were encrypted by Electron. They cannot be read here, and are left as they are.
 */
const beginning = Buffer.from('latent-keyring-1');
const lengths = { entry: 16, nonce: 12, tag: 16 } as const;

const service = 'Latent';
/** Without it, the library falls back to the kernel's keyring, which a restart empties. */
const options = { linux: { store: 'secret-service' } } as const;

/** A package without the library has no keyring. It is loaded when it is needed: its native part takes longer than the rest of a short command. */
async function openEntry(name: string): Promise<AsyncEntry> {
  const library = await import('@napi-rs/keyring');
  return new library.AsyncEntry(service, name, options);
}

const nameOf = (entry: Buffer): string => `key ${entry.toString('hex')}`;

export function createKeyringSecrets(): Secrets {
  /** Asked once: a computer that has no keyring now has none in a minute. */
  let protects: Promise<boolean> | null = null;
  const answers = async (): Promise<boolean> => {
    await (await openEntry('probe')).getPassword();
    return true;
  };

  const decrypt = async (stored: Uint8Array): Promise<string> => {
    const bytes = Buffer.from(stored);
    if (!bytes.subarray(0, beginning.length).equals(beginning)) throw new AppFailure('key-unreadable');
    let at = beginning.length;
    const next = (length: number): Buffer => bytes.subarray(at, (at += length));
    const [entry, nonce, tag] = [next(lengths.entry), next(lengths.nonce), next(lengths.tag)];
    const key = await (await openEntry(nameOf(entry))).getPassword();
    if (key === null) throw new AppFailure('key-unreadable');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce, { authTagLength: lengths.tag });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(at)), decipher.final()]).toString('utf8');
  };

  return {
    protects: () => (protects ??= answers().catch(() => false)),
    async encrypt(text) {
      const [entry, key, nonce] = [randomBytes(lengths.entry), randomBytes(32), randomBytes(lengths.nonce)];
      const kept = key.toString('base64');
      try {
        const opened = await openEntry(nameOf(entry));
        await opened.setPassword(kept);
        if ((await opened.getPassword()) !== kept) throw new Error('the keyring did not keep the entry');
      } catch (error) {
        throw new AppFailure('no-keyring', undefined, { cause: error });
      }
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: lengths.tag });
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([beginning, entry, nonce, cipher.getAuthTag(), ciphertext]);
    },
    decrypt,
    decryptAgain: decrypt,
  };
}
