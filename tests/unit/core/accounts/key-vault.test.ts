import { describe, expect, it } from 'vitest';
import { createKeyVault, lastFourOf, type KeyStore, type KeyVault, type Secrets } from '../../../../electron/core/accounts/key-vault.ts';
import { createMemoryKeyStore, createMemorySecrets } from '../../../support/memory-keys.ts';

const origin = 'https://api.example.com';
const key = 'sk-test-0123456789abcdef';

const openVault = (secrets: Secrets, store: KeyStore, learned: (key: string) => void = () => undefined): KeyVault => createKeyVault(secrets, store, learned);

describe('the key vault', () => {
  it('keeps a protected key across a restart, and stores no part of it as plain text', async () => {
    const secrets = createMemorySecrets();
    const store = createMemoryKeyStore();
    await openVault(secrets, store).keep('a', origin, `  ${key}\n`, 'protected');
    const rest = JSON.stringify([...store.keys]);
    for (const form of [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')]) expect(rest).not.toContain(form);

    const restarted = openVault(secrets, store);
    expect(await restarted.state('a')).toEqual({ status: 'present', keeping: 'protected', lastFour: 'cdef' });
    expect(await restarted.reveal('a', origin)).toBe(key);
  });

  it('returns a key only for the origin that it was given for', async () => {
    const vault = openVault(createMemorySecrets(), createMemoryKeyStore());
    await vault.keep('a', origin, key, 'protected');
    expect(await vault.reveal('a', 'https://api.example.com.evil.test')).toBeNull();
    expect(await vault.reveal('a', 'http://api.example.com')).toBeNull();
  });

  it('forgets a session key with the process and writes nothing', async () => {
    const secrets = createMemorySecrets({ protects: false });
    const store = createMemoryKeyStore();
    const vault = openVault(secrets, store);
    await vault.keep('a', origin, key, 'session');
    expect(await vault.reveal('a', origin)).toBe(key);
    expect(store.keys.size).toBe(0);
    expect(await openVault(secrets, store).state('a')).toEqual({ status: 'missing' });
  });

  it('never stores unprotected unless that was chosen', async () => {
    const store = createMemoryKeyStore();
    const vault = openVault(createMemorySecrets({ protects: false }), store);
    await expect(vault.keep('a', origin, key, 'protected')).rejects.toMatchObject({ appError: { code: 'no-keyring' } });
    expect(store.keys.size).toBe(0);
    await vault.keep('a', origin, key, 'unprotected');
    expect(await vault.state('a')).toMatchObject({ status: 'present', keeping: 'unprotected' });
  });

  it('reports the key as unreadable and keeps the bytes if they can no longer be decrypted', async () => {
    const secrets = createMemorySecrets();
    const store = createMemoryKeyStore();
    await openVault(secrets, store).keep('a', origin, key, 'protected');
    const bytes = store.keys.get('a');
    secrets.broken = true;
    const restarted = openVault(secrets, store);
    expect(await restarted.state('a')).toEqual({ status: 'unreadable' });
    expect(await restarted.reveal('a', origin)).toBeNull();
    expect(store.keys.get('a')).toBe(bytes);
    expect(await restarted.readAgain('a', false)).toBe(false);

    secrets.broken = false;
    expect(await restarted.reveal('a', origin), 'nobody asks the keyring at every use').toBeNull();
    expect(await restarted.readAgain('a', false)).toBe(true);
    expect(await restarted.reveal('a', origin)).toBe(key);
    expect(await restarted.readAgain('a', false), 'already readable').toBe(false);
  });

  it('keeps a new key that replaced the old one during a retry', async () => {
    const secrets = createMemorySecrets();
    const store = createMemoryKeyStore();
    await openVault(secrets, store).keep('a', origin, key, 'protected');
    secrets.broken = true;
    const vault = openVault(secrets, store);
    expect(await vault.state('a')).toEqual({ status: 'unreadable' });
    secrets.broken = false;
    const reading = vault.readAgain('a', false);
    await vault.keep('a', origin, 'sk-test-replaced-0000', 'session');
    expect(await reading).toBe(false);
    expect(await vault.reveal('a', origin)).toBe('sk-test-replaced-0000');
  });

  it('does not return a refused key until it is replaced, even after a restart', async () => {
    const secrets = createMemorySecrets();
    const store = createMemoryKeyStore();
    const vault = openVault(secrets, store);
    await vault.keep('a', origin, key, 'protected');
    await vault.mark('a', key, true);
    expect(await openVault(secrets, store).reveal('a', origin)).toBeNull();
    expect(await vault.revealRefused('a', origin)).toBe(key);

    await vault.keep('a', origin, 'sk-test-replaced-0000', 'protected');
    // The refusal of the old key comes late and must not affect the new one.
    await vault.mark('a', key, true);
    expect(await vault.reveal('a', origin)).toBe('sk-test-replaced-0000');
  });

  it.each([
    ['two words', 'key-spaces'],
    ['ключ', 'key-malformed'],
    ['sk-1234****5678', 'key-masked'],
    ['sk–12345678', 'key-dashes'],
  ])('refuses %j as a key: %s', async (bad, code) => {
    const vault = openVault(createMemorySecrets(), createMemoryKeyStore());
    await expect(vault.keep('a', origin, bad, 'protected')).rejects.toMatchObject({ appError: { code } });
  });

  it('keeps a key as it is sent, without what was copied with it', async () => {
    const learned: string[] = [];
    const vault = openVault(createMemorySecrets(), createMemoryKeyStore(), (each) => learned.push(each));
    await vault.keep('a', origin, `SERVICE_API_KEY="\u200b${key}"`, 'protected');
    expect(await vault.reveal('a', origin)).toBe(key);
    expect(learned).toEqual([key]);
  });

  it('reports each key that it keeps or reads, so that the log can leave it out', async () => {
    const secrets = createMemorySecrets();
    const store = createMemoryKeyStore();
    const learned: string[] = [];
    await openVault(secrets, store, (each) => learned.push(each)).keep('a', origin, ` ${key} `, 'protected');
    expect(learned).toEqual([key]);
    const restarted = openVault(secrets, store, (each) => learned.push(each));
    expect(learned).toEqual([key]);
    await restarted.state('a');
    expect(learned).toEqual([key, key]);
  });

  it('shows nothing of a short key', () => {
    expect(lastFourOf('short')).toBe('');
  });
});
