import type { SafeStorage } from 'electron';
import type { Secrets } from '../core/ports.ts';

/** The calls of Electron's safeStorage that are used; the synchronous ones go away in Electron 46. */
type SafeStorageSlice = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

/**
 * Keys at rest through the operating system (Keychain, DPAPI, Secret Service).
 *
 * On Linux without a keyring Chromium may report encryption as available and use a constant key; its ciphertext
 * begins with `v10`, a protected one with `v11`. So the bytes decide, never the claim.
 */
export function createSafeStorageSecrets(safeStorage: SafeStorageSlice, platform: NodeJS.Platform): Secrets {
  return {
    async protects() {
      try {
        if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
        if (platform !== 'linux') return true;
        const probe = await safeStorage.encryptStringAsync('probe');
        return !probe.subarray(0, 3).equals(Buffer.from('v10'));
      } catch {
        return false;
      }
    },
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    async decrypt(bytes) {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
      return result;
    },
  };
}
