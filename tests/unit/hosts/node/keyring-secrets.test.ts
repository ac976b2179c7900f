import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Secrets } from '../../../../electron/core/accounts/key-vault.ts';
import { appCodeOf } from '../../../support/app-code.ts';
import { startKeyringSecrets } from '../../../support/keyring-secrets-calls.ts';
import { startKeyring, type Keyring } from '../../../support/keyring.ts';

/** A real Secret Service on a bus of its own. */

/** Those of a process that was just started. */
function secretsOn(busAddress: string): Secrets {
  const { secrets, stop } = startKeyringSecrets(busAddress);
  onTestFinished(stop);
  return secrets;
}

describe('with a keyring', () => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring();
  });
  afterAll(() => keyring.stop());
  const opened = (): Secrets => secretsOn(keyring.env['DBUS_SESSION_BUS_ADDRESS'] ?? '');

  it('keeps a text for another process, and shows nothing of it', async () => {
    const secrets = opened();
    expect(await secrets.protects()).toBe(true);
    const text = 'sk-practice-0123456789-ü';
    const [one, other] = [await secrets.encrypt(text), await secrets.encrypt(text)];
    expect(Buffer.from(one).toString('latin1')).not.toContain('practice');
    expect(one).not.toEqual(other);
    expect(await opened().decrypt(one)).toBe(text);
    expect(await opened().decryptAgain(other, true)).toBe(text);
  });

  it('reads nothing that was changed, or that Electron encrypted', async () => {
    const secrets = opened();
    const bytes = await secrets.encrypt('a key');
    const changed = bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));
    await expect(secrets.decrypt(changed)).rejects.toThrow();
    await expect(secrets.decrypt(bytes.subarray(0, 40))).rejects.toThrow();
    expect(await appCodeOf(secrets.decrypt(Buffer.from('v11 of Electron')))).toBe('key-unreadable');
  });

  it('reads nothing while the keyring is locked, and reads again after that', async () => {
    const secrets = opened();
    const bytes = await secrets.encrypt('a key');
    await keyring.lock();
    await expect(secrets.decrypt(bytes)).rejects.toThrow();
    await keyring.unlock();
    await expect.poll(() => secrets.decryptAgain(bytes, true).catch(() => null)).toBe('a key');
  });
});

it.each([['no bus', 'disabled:'], ['a bus that is gone', 'unix:path=/nonexistent/bus']])('with %s, it protects nothing, and does not fall back to what a restart empties', async (_what, address) => {
  const secrets = secretsOn(address);
  expect(await secrets.protects()).toBe(false);
  expect(await appCodeOf(secrets.encrypt('a key'))).toBe('no-keyring');
});
