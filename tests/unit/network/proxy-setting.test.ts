import { describe, expect, it } from 'vitest';
import { createProxyPassword } from '../../../electron/network/proxy-password.ts';
import { createProxySettings } from '../../../electron/network/proxy-settings.ts';
import { createProxyRoutes } from '../../../electron/network/routes.ts';
import { createSystemProxy } from '../../../electron/platform/system-proxy.ts';
import type { ProxySetting } from '../../../shared/network/proxy.ts';
import { createMemoryKeyStore, createMemorySecrets } from '../../support/memory-keys.ts';

const address = 'http://proxy.example:3128';
const ignored = (): void => undefined;
const secret = 'correct horse ü battery';

describe('the password of a proxy', () => {
  it('is stored encrypted, is never shown, and is there after a restart', async () => {
    const store = createMemoryKeyStore();
    await createProxyPassword(createMemorySecrets(), store, ignored).keep(address, secret, 'protected');
    const rest = JSON.stringify([...store.keys]);
    expect(rest).not.toContain('horse');
    expect(rest).not.toContain(Buffer.from(secret).toString('base64'));
    expect(store.keys.get('proxy')).toMatchObject({ keeping: 'protected', lastFour: '' });
    const again = createProxyPassword(createMemorySecrets(), store, ignored);
    expect(await again.reveal(`${address}/`)).toBe(secret);
    expect(await again.state(address)).toBe('protected');
  });

  it('is given to no other proxy, not even on another port or without TLS', async () => {
    const password = createProxyPassword(createMemorySecrets(), createMemoryKeyStore(), ignored);
    await password.keep('https://proxy.example:3128', secret, 'unprotected');
    for (const other of [address, 'https://proxy.example:3129', 'https://evil.example:3128', 'nonsense']) {
      expect(await password.reveal(other)).toBeNull();
      expect(await password.state(other)).toBe('missing');
    }
  });

  it('for this session is never stored', async () => {
    const store = createMemoryKeyStore();
    const password = createProxyPassword(createMemorySecrets(), store, ignored);
    await password.keep(address, 'older', 'unprotected');
    await password.keep(address, secret, 'session');
    expect(store.keys.size).toBe(0);
    expect(await password.reveal(address)).toBe(secret);
    expect(await createProxyPassword(createMemorySecrets(), store, ignored).state(address)).toBe('missing');
  });

  it('is not stored as protected without a keyring, and is reported if it cannot be decrypted', async () => {
    const store = createMemoryKeyStore();
    const bare = createProxyPassword(createMemorySecrets({ protects: false }), store, ignored);
    await expect(bare.keep(address, secret, 'protected')).rejects.toMatchObject({ appError: { code: 'no-keyring' } });
    expect(store.keys.size).toBe(0);
    await createProxyPassword(createMemorySecrets(), store, ignored).keep(address, secret, 'protected');
    const secrets = createMemorySecrets();
    secrets.broken = true;
    const broken = createProxyPassword(secrets, store, ignored);
    expect([await broken.state(address), await broken.reveal(address)]).toEqual(['unreadable', null]);
    broken.forget();
    expect(store.keys.size).toBe(0);
  });
});

describe('setting the proxy', () => {
  it('keeps, replaces and forgets its password, writes to the log, and changes nothing if the password cannot be protected', async () => {
    const store = createMemoryKeyStore();
    const learned: string[] = [];
    let setting: ProxySetting = { mode: 'system' };
    let changes = 0;
    const settings = (protects: boolean): ReturnType<typeof createProxySettings> =>
      createProxySettings({
        setting: () => setting,
        save: (next) => (setting = next),
        password: createProxyPassword(createMemorySecrets({ protects }), store, (text) => learned.push(text)),
        changed: () => (changes += 1),
      });
    const manual: ProxySetting = { mode: 'manual', address, username: 'anna' };
    const replace = { kind: 'replace', password: secret, keeping: 'protected' } as const;
    await expect(settings(false).set(manual, replace)).rejects.toMatchObject({ appError: { code: 'no-keyring' } });
    expect([setting.mode, changes]).toEqual(['system', 0]);
    await settings(true).set(manual, replace);
    expect([setting, changes, learned.at(-1)]).toEqual([manual, 1, secret]);
    await settings(true).set({ mode: 'none' }, { kind: 'keep' });
    expect(await settings(true).passwordState()).toBe('missing');
    await settings(true).set(manual, { kind: 'keep' });
    expect(await settings(true).passwordState()).toBe('protected');
    await settings(true).set({ ...manual, address: 'http://other.example:1' }, { kind: 'keep' });
    expect(await settings(true).passwordState()).toBe('missing');
    await settings(true).set(manual, { kind: 'forget' });
    expect(await settings(true).passwordState()).toBe('missing');
  });
});

describe('routes by setting', () => {
  it('follow each change at once', async () => {
    let setting: ProxySetting = { mode: 'system' };
    let system = 'PROXY a:1; DIRECT';
    const password = createProxyPassword(createMemorySecrets(), createMemoryKeyStore(), ignored);
    await password.keep(address, secret, 'session');
    const find = createProxyRoutes({ setting: () => setting, password, system: (url) => Promise.resolve(url === 'https://api.example/' ? system : 'DIRECT') });
    expect((await find('https://api.example')).map(({ kind }) => kind)).toEqual(['http-proxy', 'direct']);
    system = 'DIRECT';
    expect(await find('https://api.example')).toEqual([{ kind: 'direct' }]);
    setting = { mode: 'manual', address, username: 'anna' };
    const proxy = { secure: false, host: 'proxy.example', port: 3128 };
    expect(await find('https://api.example')).toEqual([{ kind: 'http-proxy', proxy, credentials: { username: 'anna', password: secret } }]);
    setting = { mode: 'manual', address, username: '' };
    expect(await find('https://api.example')).toEqual([{ kind: 'http-proxy', proxy, credentials: null }]);
    setting = { mode: 'none' };
    expect(await find('https://api.example')).toEqual([{ kind: 'direct' }]);
  });

  it('ask the system once for simultaneous requests, and again after two seconds or a failure', async () => {
    let time = 0;
    let asked = 0;
    let fails = false;
    const system = createSystemProxy({ resolveProxy: () => ((asked += 1), fails ? Promise.reject(new Error('gone')) : Promise.resolve(`PROXY a:${asked}`)) }, () => time);
    expect(await Promise.all([system('https://a/'), system('https://a/')])).toEqual(['PROXY a:1', 'PROXY a:1']);
    time = 2000;
    expect(await system('https://a/')).toBe('PROXY a:2');
    time = 4000;
    fails = true;
    await expect(system('https://a/')).rejects.toThrow('gone');
    fails = false;
    expect(await system('https://a/')).toBe('PROXY a:4');
  });
});
