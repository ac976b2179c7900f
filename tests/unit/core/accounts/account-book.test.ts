import { describe, expect, it, vi } from 'vitest';
import { openAccountBook, type AccountBook } from '../../../../electron/core/accounts/account-book.ts';
import { createKeyVault } from '../../../../electron/core/accounts/key-vault.ts';
import type { StoredAccount } from '../../../../electron/core/accounts/account-store.ts';
import { practiceAccountId, type AccountTest, type LastTest } from '../../../../shared/account.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import { createMemoryKeyStore, createMemorySecrets } from '../../../support/memory-keys.ts';

const key = 'sk-test-0123456789abcdef';
const input = { name: 'Studio', baseUrl: 'https://api.example.com/v1/', key, keeping: 'protected' } as const;

/** A computer whose disk outlives the account book. */
function computer() {
  const rows = new Map<string, StoredAccount>();
  const secrets = createMemorySecrets();
  const store = createMemoryKeyStore();
  let selected: string | null = null;
  let lastTests: Readonly<Record<string, LastTest>> = {};
  let outcome: AccountTest = { outcome: 'accepted' };
  let isFull = false;
  const practice = vi.fn(() => Promise.resolve({ baseUrl: 'http://127.0.0.1:4000', key: 'practice-key' }));
  const ready = vi.fn();
  const changed = vi.fn();
  return {
    store,
    secrets,
    practice,
    ready,
    changed,
    testAnswers(next: AccountTest) {
      outcome = next;
    },
    fillDisk(full = true) {
      isFull = full;
    },
    open: (): Promise<AccountBook> =>
      openAccountBook({
        repository: {
          accounts: () => Promise.resolve([...rows.values()]),
          saveAccount(account) {
            if (isFull) return Promise.reject(new AppFailure('disk-full'));
            rows.set(account.id, account);
            return Promise.resolve();
          },
        },
        vault: createKeyVault(secrets, store, () => undefined),
        choices: {
          selected: () => selected,
          select: (id) => (selected = id),
          lastTests: () => lastTests,
          keepLastTests(tests) {
            if (isFull) throw new AppFailure('disk-full');
            lastTests = tests;
          },
        },
        clock: { now: () => 1_700_000_000_000 },
        client: { test: () => Promise.resolve(outcome) },
        practice,
        practiceName: 'Practice',
        log: { info: () => undefined, warn: () => undefined },
        changed,
        optionsChanged: () => undefined,
        ready,
      }),
  };
}

describe('accounts', () => {
  it('starts with the practice service selected and in view, without starting it', async () => {
    const { open, practice } = computer();
    const book = await open();
    expect(await book.list()).toMatchObject([{ id: practiceAccountId, kind: 'practice' }]);
    expect(await book.selectedId()).toBe(practiceAccountId);
    expect(practice).not.toHaveBeenCalled();
    expect(await book.credentials(practiceAccountId)).toEqual({ baseUrl: 'http://127.0.0.1:4000', key: 'practice-key' });
  });

  it('selects a new account, and practice can still be chosen', async () => {
    const { open } = computer();
    const book = await open();
    const id = await book.add(input);
    expect(await book.selectedId()).toBe(id);
    expect((await book.list()).map(({ kind, removed }) => [kind, removed])).toEqual([
      ['practice', false],
      ['service', false],
    ]);
    await book.select(practiceAccountId);
    expect(await book.selectedId()).toBe(practiceAccountId);
  });

  it('remembers an account and its key over a restart, and shows only the last four characters', async () => {
    const { open } = computer();
    const id = await (await open()).add(input);
    const book = await open();
    expect(await book.selectedId()).toBe(id);
    expect(await book.credentials(id)).toEqual({ baseUrl: 'https://api.example.com', key });
    expect(JSON.stringify(await book.list())).not.toContain(key);
    expect((await book.list())[1]).toMatchObject({ baseUrl: 'https://api.example.com', key: { status: 'present', lastFour: 'cdef' } });
  });

  it('lets tasks continue when an unreadable key becomes readable, also during a test of the account', async () => {
    for (const readAgain of [(book: AccountBook) => book.readKeysAgain(), (book: AccountBook, id: string) => book.test(id)]) {
      const { open, secrets, ready, changed } = computer();
      const id = await (await open()).add(input);
      secrets.broken = true;
      const book = await open();
      expect(await book.credentials(id)).toBeNull();
      await expect(book.test(id)).rejects.toMatchObject({ appError: { code: 'key-unreadable' } });
      ready.mockClear();
      changed.mockClear();
      await book.readKeysAgain();
      expect([ready.mock.calls, changed.mock.calls]).toEqual([[], []]);
      secrets.broken = false;
      await readAgain(book, id);
      expect(ready).toHaveBeenCalledWith(id);
      expect(changed).toHaveBeenCalled();
      expect(await book.credentials(id)).toMatchObject({ key });
    }
  });

  it('leaves nothing behind if the key cannot be stored', async () => {
    const { open, store } = computer();
    const book = await open();
    await expect(book.add({ ...input, key: 'two words' })).rejects.toMatchObject({ appError: { code: 'key-spaces' } });
    await expect(book.add({ ...input, baseUrl: 'http://api.example.com' })).rejects.toMatchObject({ appError: { code: 'address-not-https' } });
    expect(await book.list()).toHaveLength(1);
    expect(store.keys.size).toBe(0);
  });

  it('holds an account whose key was refused until the key is replaced, and then resumes its tasks', async () => {
    const { open, ready } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.keyRefused(id, key);
    expect(await book.credentials(id)).toBeNull();
    expect((await book.list())[1]?.key.status).toBe('refused');
    await book.replaceKey(id, 'sk-test-replaced-00ff', 'protected');
    expect(ready).toHaveBeenCalledWith(id);
    expect((await book.credentials(id))?.key).toBe('sk-test-replaced-00ff');
  });

  it('shows a refusal that cannot be stored', async () => {
    const { open, store, changed } = computer();
    const book = await open();
    const id = await book.add(input);
    changed.mockClear();
    store.write = () => {
      throw new AppFailure('disk-full');
    };
    await expect(book.keyRefused(id, key)).rejects.toThrow('disk-full');
    expect(changed).toHaveBeenCalledOnce();
    expect((await book.list())[1]?.key.status).toBe('refused');
  });

  it('clears a refusal when a test of the same key succeeds', async () => {
    const { open, ready, testAnswers } = computer();
    const book = await open();
    const id = await book.add(input);
    testAnswers({ outcome: 'key-refused', httpStatus: 401 });
    await book.test(id);
    expect(await book.credentials(id)).toBeNull();
    testAnswers({ outcome: 'accepted' });
    await book.test(id);
    expect((await book.credentials(id))?.key).toBe(key);
    expect(ready).toHaveBeenCalledWith(id);
  });

  it('shows what the last test said until the key or the address is another', async () => {
    const { open, testAnswers } = computer();
    const book = await open();
    const id = await book.add(input);
    const lastTest = async () => (await book.list()).find((account) => account.id === id)?.lastTest;
    const afterRestart = async () => (await (await open()).list()).find((account) => account.id === id)?.lastTest;
    const failure: AccountTest = { outcome: 'unreachable', detail: 'ECONNREFUSED' };
    expect(await lastTest()).toBeUndefined();
    for (const change of [
      () => book.replaceKey(id, key, 'session'),
      () => book.changeAddress(id, 'https://other.example.com', key, 'session'),
      () => book.forgetKey(id),
    ]) {
      testAnswers(failure);
      await book.test(id);
      expect(await lastTest()).toEqual({ test: failure, at: 1_700_000_000_000 });
      expect(await afterRestart()).toEqual(await lastTest());
      await change();
      expect(await lastTest()).toBeUndefined();
      expect(await afterRestart()).toBeUndefined();
    }
  });

  it('tests an account also where the result cannot be kept', async () => {
    const { open, fillDisk } = computer();
    const book = await open();
    const id = await book.add({ ...input, keeping: 'session' });
    fillDisk();
    expect(await book.test(id)).toEqual({ outcome: 'accepted' });
    expect((await book.list()).find((account) => account.id === id)?.lastTest).toMatchObject({ test: { outcome: 'accepted' } });
  });

  it('keeps what is known of a key when a test is unclear or reaches nothing', async () => {
    const { open, ready, testAnswers } = computer();
    const book = await open();
    const id = await book.add(input);
    const unclear: readonly AccountTest[] = [
      { outcome: 'unclear', httpStatus: 403, detail: '', seen: { kind: 'web-page' } },
      { outcome: 'unreachable', detail: 'ENOTFOUND' },
    ];
    for (const known of ['present', 'refused'] as const) {
      if (known === 'refused') await book.keyRefused(id, key);
      for (const result of unclear) {
        testAnswers(result);
        expect(await book.test(id)).toEqual(result);
        expect((await book.list())[1]?.key.status).toBe(known);
      }
    }
    expect(ready).not.toHaveBeenCalled();
  });

  it('binds the new key to the new address, and never sends the old one there', async () => {
    const { open } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.changeAddress(id, 'https://other.example', 'sk-test-for-the-other', 'protected');
    expect(await book.credentials(id)).toEqual({ baseUrl: 'https://other.example', key: 'sk-test-for-the-other' });
  });

  it('reports the new key even if the new address could not be written', async () => {
    const { open, changed, ready, fillDisk } = computer();
    const book = await open();
    const id = await book.add(input);
    changed.mockClear();
    fillDisk();
    await expect(book.changeAddress(id, 'https://other.example', 'sk-test-for-the-other', 'protected')).rejects.toMatchObject({ appError: { code: 'disk-full' } });
    expect(changed).toHaveBeenCalledOnce();
    expect(ready).not.toHaveBeenCalled();
    // It is bound to the address that was not written, so it is never sent.
    expect(await book.credentials(id)).toBeNull();
  });

  it('keeps the account and its tasks when its key is forgotten', async () => {
    const { open } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.forgetKey(id);
    expect(await book.credentials(id)).toBeNull();
    expect((await book.list())[1]).toMatchObject({ id, key: { status: 'missing' } });
    await expect(book.test(id)).rejects.toMatchObject({ appError: { code: 'key-missing' } });
  });

  it('adds an account without selecting it when that is asked for', async () => {
    const { open } = computer();
    const book = await open();
    const id = await book.add({ ...input, select: false });
    expect(await book.selectedId()).toBe(practiceAccountId);
    expect((await book.list())[1]).toMatchObject({ id, removed: false });
  });

  it('removes an account: its name stays, its key goes, nothing is sent or changed with it', async () => {
    const { open, store } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.remove(id);
    expect(store.keys.size).toBe(0);
    expect(await book.selectedId()).toBe(practiceAccountId);
    expect(await book.credentials(id)).toBeNull();
    expect((await book.list())[1]).toMatchObject({ id, name: input.name, removed: true, key: { status: 'missing' } });
    await expect(book.select(id)).rejects.toMatchObject({ appError: { code: 'no-account' } });
    await expect(book.replaceKey(id, key, 'protected')).rejects.toMatchObject({ appError: { code: 'account-removed' } });
    await expect(book.remove(practiceAccountId)).rejects.toMatchObject({ appError: { code: 'no-account' } });
    expect((await (await open()).list())[1]).toMatchObject({ id, removed: true });
  });

  it('still shows an account that could not be removed', async () => {
    const { open, store, fillDisk } = computer();
    const book = await open();
    const id = await book.add(input);
    fillDisk();
    await expect(book.remove(id)).rejects.toMatchObject({ appError: { code: 'disk-full' } });
    expect((await book.list())[1]).toMatchObject({ id, removed: false });
    expect(store.keys.size).toBe(0);
  });

  it('brings a removed account back without its key', async () => {
    const { open } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.remove(id);
    await book.restore(id);
    expect((await book.list())[1]).toMatchObject({ id, removed: false, key: { status: 'missing' } });
    await expect(book.restore(id)).rejects.toMatchObject({ appError: { code: 'no-account' } });
  });

  it('restores a removed account with the same name and origin, with its consoles, and resumes its tasks', async () => {
    const { open, ready } = computer();
    const book = await open();
    const consoles = { key: 'https://example.com/keys', billing: null };
    const id = await book.add({ ...input, consoles });
    await book.remove(id);
    expect(await book.add({ ...input, name: 'Another' })).not.toBe(id);
    ready.mockClear();
    expect(await book.add({ ...input, name: input.name.toUpperCase(), baseUrl: `${input.baseUrl}/v1` })).toBe(id);
    expect(ready).toHaveBeenCalledWith(id);
    expect((await book.list()).find((account) => account.id === id)).toMatchObject({ removed: false, consoles });
  });

  it('keeps only consoles that may be opened in a browser', async () => {
    const { open } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.setConsoles(id, { key: 'example.com/keys', billing: null });
    expect([book.consoleAddress(id, 'key'), book.consoleAddress(id, 'billing')]).toEqual(['https://example.com/keys', null]);
    for (const billing of ['http://example.com', 'https://me:secret@example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'https://']) {
      await expect(book.setConsoles(id, { key: null, billing })).rejects.toMatchObject({ appError: { code: 'console-invalid' } });
    }
    expect(book.consoleAddress(id, 'key')).toBe('https://example.com/keys');
  });
});

describe('an account that stops sending', () => {
  const isStopped = async (book: AccountBook, id: string): Promise<boolean | undefined> => (await book.list()).find((account) => account.id === id)?.sendingStopped;

  it('stays stopped whatever else is changed, over starts, removed and added again, until the person says that sending goes on', async () => {
    const { open, changed } = computer();
    let book = await open();
    const id = await book.add(input);
    const other = await book.add({ ...input, name: 'Another' });
    changed.mockClear();
    await book.stopSending(id);
    expect(changed).toHaveBeenCalledOnce();
    await book.rename(id, 'Atelier');
    await book.remove(id);
    await book.add({ ...input, name: 'Atelier' });
    book = await open();
    expect([book.isSendingStopped(id), await isStopped(book, id)]).toEqual([true, true]);
    expect([book.isSendingStopped(other), await isStopped(book, other)]).toEqual([false, false]);
    await book.resumeSending(id);
    expect([book.isSendingStopped(id), await isStopped(book, id)]).toEqual([false, false]);
    book = await open();
    expect(book.isSendingStopped(id)).toBe(false);
  });

  it('keeps what the person changes at the same moment', async () => {
    const { open } = computer();
    let book = await open();
    const id = await book.add(input);
    const options = { ...book.options(id), unit: 'points' };
    await Promise.all([book.setOptions(id, options), book.stopSending(id), book.rename(id, 'Atelier')]);
    book = await open();
    expect((await book.list())[1]).toMatchObject({ name: 'Atelier', options: { unit: 'points' }, sendingStopped: true });
  });

  it('is stopped from the call on, also if the disk refuses it, and writes it with the next change', async () => {
    const { open, fillDisk } = computer();
    let book = await open();
    const id = await book.add(input);
    fillDisk();
    const stopping = book.stopSending(id);
    expect(book.isSendingStopped(id)).toBe(true);
    await expect(stopping).rejects.toMatchObject({ appError: { code: 'disk-full' } });
    expect(book.isSendingStopped(id)).toBe(true);
    fillDisk(false);
    await book.rename(id, 'Atelier');
    book = await open();
    expect(book.isSendingStopped(id)).toBe(true);
  });

  it('does not go on if the disk refuses that', async () => {
    const { open, fillDisk } = computer();
    const book = await open();
    const id = await book.add(input);
    await book.stopSending(id);
    fillDisk();
    await expect(book.resumeSending(id)).rejects.toMatchObject({ appError: { code: 'disk-full' } });
    expect(book.isSendingStopped(id)).toBe(true);
  });

  it('may be the practice service, and is no account that is not known', async () => {
    const { open } = computer();
    const book = await open();
    await book.stopSending(practiceAccountId);
    await book.stopSending('no account');
    expect([book.isSendingStopped(practiceAccountId), book.isSendingStopped('no account')]).toEqual([true, false]);
    await expect(book.resumeSending('no account')).rejects.toMatchObject({ appError: { code: 'no-account' } });
  });
});
