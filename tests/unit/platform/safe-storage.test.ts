import { expect, it } from 'vitest';
import { createSafeStorageSecrets } from '../../../electron/platform/safe-storage.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const bytes = Buffer.from('v11 something');

/** Storage of a process whose keyring was refused once, which Chromium never retries. `elsewhere` is what another process reads. */
function lockedStorage(decryptStringAsync: () => Promise<never>) {
  const clock = createFakeClock();
  const elsewhere: { text: string | null } = { text: null };
  const asked: boolean[] = [];
  const secrets = createSafeStorageSecrets({
    safeStorage: { isAsyncEncryptionAvailable: () => Promise.resolve(true), encryptStringAsync: () => Promise.resolve(Buffer.from('v10 text')), decryptStringAsync },
    platform: 'linux',
    clock,
    keyring: {
      decryptAgain(_bytes, byPerson) {
        asked.push(byPerson);
        return elsewhere.text === null ? Promise.reject(new Error('locked')) : Promise.resolve(elsewhere.text);
      },
    },
  });
  return { clock, elsewhere, asked, secrets };
}

it('reads a keyring that is unlocked later, and from then on everything in it', async () => {
  const { elsewhere, asked, secrets } = lockedStorage(() => Promise.reject(new Error('refused')));
  await expect(secrets.decrypt(bytes)).rejects.toThrow('refused');
  await expect(secrets.decryptAgain(bytes, true)).rejects.toThrow('locked');
  expect(asked).toEqual([true]);
  elsewhere.text = 'a key';
  await expect(secrets.decrypt(bytes), 'only who tries again asks').rejects.toThrow('refused');
  expect(await secrets.decryptAgain(bytes, false)).toBe('a key');
  expect(await secrets.decrypt(bytes)).toBe('a key');
});

it('treats storage that does not answer as locked, because its dialog may be open', async () => {
  const { clock, secrets } = lockedStorage(() => new Promise(() => undefined));
  const refused = expect(secrets.decrypt(bytes)).rejects.toThrow('does not answer');
  await clock.advance(5_000);
  await refused;
  expect(await secrets.protects()).toBe(false);
  expect(clock.waiting()).toBe(0);
});
