import { beforeEach, describe, expect, test } from 'vitest';
import { readBaseUrl } from '../../../../../shared/network/base-url.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
});

const load = () => import('../../../../../renderer/rooms/settings/accounts/account-form.ts');
const account: Account = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'service',
  name: 'Studio',
  baseUrl: 'https://api.example.com',
  key: { status: 'missing' },
  removed: false,
  consoles: { key: null, billing: null }, options: noOptions, sendingStopped: false,
};

describe('the form', () => {
  test('protects the key if the system can, and preselects nothing if it cannot', async () => {
    const { draftFor, isComplete } = await load();
    const filled = { name: 'Studio', address: 'https://api.example.com', key: 'sk-1234567890' };
    expect(draftFor({ kind: 'add' }, 'available').keeping).toBe('protected');
    const draft = { ...draftFor({ kind: 'add' }, 'unavailable'), ...filled };
    expect(isComplete({ kind: 'add' }, draft)).toBe(false);
    expect(isComplete({ kind: 'add' }, { ...draft, keeping: 'session' })).toBe(true);
  });

  test('asks for the key again with a new address, and never shows a key at first', async () => {
    const { asksFor, draftFor, isComplete } = await load();
    const question = { kind: 'change-address', account } as const;
    expect(asksFor(question, 'key')).toBe(true);
    const draft = draftFor(question, 'available');
    expect(draft).toMatchObject({ address: 'https://api.example.com', key: '' });
    expect(isComplete(question, draft)).toBe(false);
  });

  test('asks for no key that main has, and only for the name to rename', async () => {
    const { asksFor, draftFor, isComplete } = await load();
    expect(asksFor({ kind: 'environment', lastFour: 'abcd', corrected: [], fault: null }, 'key')).toBe(false);
    const question = { kind: 'rename', account } as const;
    expect((['address', 'key', 'keeping'] as const).filter((field) => asksFor(question, field))).toEqual([]);
    expect(isComplete(question, draftFor(question, 'unavailable'))).toBe(true);
  });

  test('accepts only a console that can be opened, or none', async () => {
    const { draftFor, isComplete } = await load();
    const question = { kind: 'consoles', account } as const;
    const draft = draftFor(question, 'available');
    expect(isComplete(question, draft)).toBe(true);
    expect(isComplete(question, { ...draft, consoles: { key: '', billing: 'https://example.com/billing' } })).toBe(true);
    expect(isComplete(question, { ...draft, consoles: { key: '', billing: 'http://example.com/billing' } })).toBe(false);
  });

  test('restores a removed account of the same name and origin, and no other', async () => {
    const { draftFor, formerAccount } = await load();
    const draft = { ...draftFor({ kind: 'add' }, 'available'), name: ' studio', address: 'https://api.example.com/v1/' };
    const gone = { ...account, removed: true };
    expect(formerAccount({ kind: 'add' }, draft, [account, gone])).toBe(gone);
    expect(formerAccount({ kind: 'add' }, draft, [account])).toBeNull();
    expect(formerAccount({ kind: 'add' }, { ...draft, name: 'Other' }, [gone])).toBeNull();
    expect(formerAccount({ kind: 'add' }, { ...draft, address: 'https://other.example' }, [gone])).toBeNull();
    expect(formerAccount({ kind: 'replace-key', account }, draft, [gone])).toBeNull();
  });

  test('shows an error under its field', async () => {
    const { fieldOf } = await load();
    expect(fieldOf({ code: 'address-not-https' }, { kind: 'add' })).toBe('address');
    expect(fieldOf({ code: 'key-malformed' }, { kind: 'add' })).toBe('key');
    expect(fieldOf({ code: 'key-malformed' }, { kind: 'environment', lastFour: 'abcd', corrected: [], fault: null })).toBeNull();
    expect(fieldOf({ code: 'disk-full' }, { kind: 'add' })).toBeNull();
  });

  test('sends only the address of a command, because a key may be beside it', async () => {
    const { draftFor, save, tryOut } = await load();
    const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
    useAppStore.setState({ facts: snapshot });
    const command = 'curl https://api.example.com/v1/tasks/1 -H "Authorization: Bearer sk-beside"';
    const draft = { ...draftFor({ kind: 'add' }, 'available'), name: 'Studio', address: command, key: 'sk-1234567890' };
    await tryOut({ kind: 'add' }, draft);
    await save({ kind: 'add' }, draft, null);
    expect(main.calls.map(([, input]) => (input as { baseUrl: string }).baseUrl)).toEqual(['https://api.example.com', 'https://api.example.com']);
  });

  test('says what is corrected in an address and a key', async () => {
    const { correctedAddress, correctedKey } = await import('../../../../../renderer/rooms/settings/accounts/account-form.ts');
    const say = wordsFor('en');
    const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
    const address = (text: string): string => {
      const reading = readBaseUrl(text);
      return reading.ok ? plain(correctedAddress(say, reading)) : reading.why;
    };
    expect(address('https://api.example.com/v1')).toBe('Pictures are requested at https://api.example.com/v1/images/generations');
    expect(address('“localhost:8080/v1/tasks”')).toBe(
      'Latent uses http://localhost:8080 (without quotation marks and other signs, with its beginning corrected, without the end, which Latent adds itself). Pictures are requested at http://localhost:8080/v1/images/generations',
    );
    expect(plain(correctedKey(say, ['words', 'quotes']))).toBe('Latent uses this key (without the words before it, without quotation marks).');
  });
});
