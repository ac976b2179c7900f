import type { SafeStorage } from 'electron';
import type { Clock } from '../core/util/clock.ts';
import type { Secrets } from '../core/accounts/key-vault.ts';

/** The calls of Electron's safeStorage that are used. The synchronous ones go away in Electron 46. */
type SafeStorageSlice = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

/** Milliseconds after which storage that does not answer counts as locked: a dialog may be asking for the keyring's password. */
const patience = 5_000;

interface SafeStorageDeps {
  readonly safeStorage: SafeStorageSlice;
  readonly platform: NodeJS.Platform;
  readonly clock: Pick<Clock, 'after'>;
  /** Reads the keyring when this process no longer can. Null if there is no other way. */
  readonly keyring: Pick<Secrets, 'decryptAgain'> | null;
}

/**
 * Keys at rest through the operating system (Keychain, DPAPI, Secret Service).
 *
 * On Linux without a keyring Chromium may report encryption as available and use a constant key; its ciphertext
 * begins with `v10`, a protected one with `v11`. So the bytes decide, not what Chromium reports.
 */
export function createSafeStorageSecrets({ safeStorage, platform, clock, keyring }: SafeStorageDeps): Secrets {
  /** True once another process has read the keyring: then it also reads whatever else this process cannot decrypt. */
  let isReadElsewhere = false;

  const inTime = <T>(answer: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const cancel = clock.after(patience, () => late.reject(new Error('the encrypted storage does not answer')));
    return Promise.race([answer, late.promise]).finally(cancel);
  };
  const isProtecting = async (): Promise<boolean> => {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    if (platform !== 'linux') return true;
    const probe = await safeStorage.encryptStringAsync('probe');
    return !probe.subarray(0, 3).equals(Buffer.from('v10'));
  };
  const decryptHere = async (bytes: Uint8Array): Promise<string> => (await inTime(safeStorage.decryptStringAsync(Buffer.from(bytes)))).result;

  const secrets: Secrets = {
    protects: () => inTime(isProtecting()).catch(() => false),
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    decrypt: (bytes) => (isReadElsewhere ? secrets.decryptAgain(bytes, false) : decryptHere(bytes)),
    async decryptAgain(bytes, asked) {
      try {
        return await decryptHere(bytes);
      } catch (error) {
        if (keyring === null) throw error;
        const text = await keyring.decryptAgain(bytes, asked);
        isReadElsewhere = true;
        return text;
      }
    },
  };
  return secrets;
}
